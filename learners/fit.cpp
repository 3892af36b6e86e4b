#include <learners/fit.hpp>

#include <learners/detail/fit_memory.hpp>
#include <learners/detail/learning_rows.hpp>
#include <learners/detail/network_estimation.hpp>
#include <learners/detail/sufficient_statistics.hpp>
#include <learners/detail/tuning.hpp>
#include <learners/estimate/detail/back_off_tables.hpp>
#include <learners/structure/detail/structure_decision.hpp>
#include <pgm/classify/column_alignment.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace pgm::learners {

using namespace detail;

namespace {

/// The columns that have values: a continuous feature without any can have no distribution.
Columns columns_with_values(const FitPlan& plan, const FamilySums& sums, Remarks& remarks) {
    Columns columns = plan.columns();
    std::erase_if(columns.features, [&](ColumnId feature) {
        if (columns.is_discrete(feature) || sums.has_values({feature, {class_column}}))
            return false;
        remarks.add("'" + printable(plan.cut_schema[feature.index()].name()) +
                    "' has no value at all and is left out");
        return true;
    });
    return columns;
}

Provenance provenance_of(const FitPlan& plan, const SufficientStatistics& collected,
                         std::vector<std::string> remarks) {
    return {.choices = format(plan.options),
            .rows = collected.statistics.rows(),
            .rows_without_class = collected.rows_without_class,
            .remarks = std::move(remarks)};
}

/// What estimation wants and deciding did not: only ever of structures that choose larger families.
std::vector<Family> still_missing(const FitPlan& plan, const Columns& columns,
                                  const FamilySums& sums,
                                  std::span<const ModelStructure> structures) {
    std::vector<Family> families = families_to_estimate(columns, structures);
    if (plan.uses_back_off()) {
        const std::vector<Family> smaller = families_to_back_off(columns, structures);
        families.insert(families.end(), smaller.begin(), smaller.end());
    }
    if (plan.uses_kernels())
        std::erase_if(families,
                      [&](const Family& family) { return !columns.is_discrete(family.child); });
    std::erase_if(families, [&](const Family& family) { return sums.has(family); });
    return without_doubles(std::move(families));
}

struct Decided {
    Columns columns;
    std::vector<ModelStructure> structures;
    std::vector<Family> missing;
    Remarks remarks;
};

Decided decide(const FitPlan& plan, const Statistics& statistics) {
    if (statistics.rows() == 0) throw ArgumentError("there is no row with a class to learn from");
    if (!(statistics.weight().value() > 0))
        throw ArgumentError("the rows with a class all weigh 0: there is nothing to learn from");
    const FamilySums sums(statistics);
    Remarks remarks;
    Columns columns = columns_with_values(plan, sums, remarks);
    std::vector<ModelStructure> structures =
        decide_structure(plan.options.structure, columns, sums);
    require_memory_to_estimate(plan, structures);
    std::vector<Family> missing = still_missing(plan, columns, sums, structures);
    return {std::move(columns), std::move(structures), std::move(missing), std::move(remarks)};
}

Classifier estimated(const FitPlan& plan, SufficientStatistics collected, Decided decided) {
    std::vector<WeightedNetwork> members;
    Tuning tuning;
    {
        const FamilySums sums(collected.statistics);
        tuning = tuned(plan, decided.columns, sums, decided.structures, collected);
        FitPlan tuned_plan = plan;
        tuned_plan.options.smoothing = tuning.smoothing;
        const NetworkEstimator estimator(tuned_plan, decided.columns, sums, collected);
        for (const ModelStructure& structure : decided.structures)
            members.push_back(estimator.estimate(structure, decided.remarks));
    }
    for (WeightedNetwork& member : members) member.weight = 1 / static_cast<double>(members.size());
    ClassifierParts parts{std::move(members), plan.schema.front().name(), plan.schema, plan.cuts,
                          provenance_of(plan, collected, std::move(decided.remarks).take())};
    if (const BackOff* const rule = std::get_if<BackOff>(&tuning.smoothing))
        parts.provenance.strengths = rule->strengths;
    parts.temperature = tuning.temperature;
    if (plan.options.keep_statistics) {
        parts.statistics = std::move(collected.statistics);
        parts.training_rows = std::move(collected.rows);
    }
    if (std::holds_alternative<PriorNetwork>(plan.options.smoothing))
        parts.prior = plan.options.prior;
    return Classifier(std::move(parts));
}

Classifier fit_plan(const FitPlan& plan, const ChunkSource& source) {
    std::vector<Family> families = families_to_decide(plan.options.structure, plan.columns());
    require_memory_to_count(plan, families);
    const auto collect = [&] {
        StatisticsCollector collector(plan, families);
        source([&](const Dataset& chunk) { collector.add(chunk); });
        return std::move(collector).finish();
    };
    SufficientStatistics collected = collect();
    Decided decided = decide(plan, collected.statistics);
    if (!decided.missing.empty()) {
        families.insert(families.end(), decided.missing.begin(), decided.missing.end());
        require_memory_to_count(plan, families);
        collected = collect();
    }
    return estimated(plan, std::move(collected), std::move(decided));
}

/// The columns of a schema, with its states in its order.
Dataset aligned(const Dataset& data, std::span<const Variable> schema) {
    const ColumnAlignment alignment(data, schema, UnseenPolicy::error);
    std::vector<Column> columns;
    for (std::size_t i = 0; i < schema.size(); ++i) {
        const Column* const column = alignment.columns()[i];
        if (!column)
            throw ArgumentError("the data have no column '" + printable(schema[i].name()) +
                                "', which the classifier was fitted with");
        columns.push_back(*column);
    }
    return Dataset(std::move(columns), {data.weights().begin(), data.weights().end()});
}

}  // namespace

Classifier fit(const Dataset& data, std::string_view class_name, const FitOptions& options) {
    require_no_hidden_variables(options.structure);
    if (const auto discrete = with_discrete_class(data, class_name))
        return fit(*discrete, class_name, options);
    std::vector<Variable> schema = learning_schema(data.schema(), class_name, options.structure);
    Discretisation cuts = cuts_for(schema, options.continuous.discretisation, &data);
    return fit_plan(plan_fit(std::move(schema), options, std::move(cuts)),
                    [&](const auto& take) { take(data); });
}

Classifier fit_chunks(const ChunkSource& source, std::span<const Variable> schema,
                      std::string_view class_name, const FitOptions& options) {
    require_no_hidden_variables(options.structure);
    std::vector<Variable> chosen = learning_schema(schema, class_name, options.structure);
    Discretisation cuts = cuts_for(chosen, options.continuous.discretisation, nullptr);
    return fit_plan(plan_fit(std::move(chosen), options, std::move(cuts)), source);
}

FitOptions options_of(const Classifier& classifier) {
    FitOptions options = parse_fit_options(classifier.provenance().choices);
    options.prior = classifier.prior();
    return options;
}

Classifier update(const Classifier& classifier, const Dataset& more_rows, std::size_t threads) {
    if (!classifier.statistics()) {
        throw ArgumentError("the classifier kept no statistics, so it cannot learn from more rows",
                            "fit all rows together, or keep the statistics");
    }
    FitOptions options = options_of(classifier);
    options.threads = threads;
    const FitPlan plan = plan_fit({classifier.schema().begin(), classifier.schema().end()}, options,
                                  classifier.discretisation());
    StatisticsCollector collector(plan, classifier);
    collector.add(aligned(more_rows, classifier.schema()));
    SufficientStatistics collected = std::move(collector).finish();
    Decided decided = decide(plan, collected.statistics);
    if (!decided.missing.empty()) {
        throw ArgumentError(
            "with these rows " + format(plan.options.structure) +
                " wants another family, whose counts over the old rows were not kept",
            "fit all rows together");
    }
    return estimated(plan, std::move(collected), std::move(decided));
}

}  // namespace pgm::learners
