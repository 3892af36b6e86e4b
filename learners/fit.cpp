#include <learners/fit.hpp>

#include <learners/detail/fit_run.hpp>
#include <learners/detail/learning_rows.hpp>
#include <pgm/classify/column_alignment.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace pgm::learners {

using namespace detail;

namespace {

Classifier fit_plan(const FitPlan& plan, const ChunkSource& source) {
    return std::move(fit_plans({&plan, 1}, source).front().classifier);
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
    Discretisation cuts =
        cuts_for(schema, options.continuous.discretisation, &data, options.threads);
    return fit_plan(plan_fit(std::move(schema), options, std::move(cuts)),
                    [&](const auto& take) { take(data); });
}

Classifier fit_chunks(const ChunkSource& source, std::span<const Variable> schema,
                      std::string_view class_name, const FitOptions& options) {
    require_no_hidden_variables(options.structure);
    std::vector<Variable> chosen = learning_schema(schema, class_name, options.structure);
    Discretisation cuts =
        cuts_for(chosen, options.continuous.discretisation, nullptr, options.threads);
    return fit_plan(plan_fit(std::move(chosen), options, std::move(cuts)), source);
}

FitOptions options_of(const Classifier& classifier) {
    FitOptions options = parse_fit_options(classifier.provenance());
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
    return estimate(plan, collected, std::move(decided),
                    collected.rows ? collected.rows->rows() : std::span<const DistinctRows::Row>())
        .classifier;
}

}  // namespace pgm::learners
