#include <learners/counting/fit_by_counting.hpp>

#include <learners/counting/detail/fit_run.hpp>
#include <learners/plan/detail/imputation.hpp>
#include <learners/plan/detail/learning_rows.hpp>
#include <pgm/classify/column_alignment.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace pgm::learners {

using namespace detail;

namespace {

void require_counted(const FitOptions& options) {
    require_no_hidden_variables(options.structure);
    require_counted_cells(options.missing_cells);
}

FitPlan plan_of(std::vector<Variable> schema, const FitOptions& options, Discretisation cuts,
                const Rows& source) {
    Replacements replacements =
        replacements_for(schema, options.missing_cells, source, options.threads, options.stop);
    return plan_fit(std::move(schema), options, std::move(cuts), std::move(replacements));
}

/// The columns of a schema, with its states in its order.
Dataset aligned(const Dataset& data, std::span<const Variable> schema) {
    const ColumnAlignment alignment(data, schema, UnseenPolicy::error);
    std::vector<Column> columns;
    for (std::size_t i = 0; i < schema.size(); ++i) {
        const Column* const column = alignment.columns()[i];
        if (!column)
            throw ArgumentError("the data have no column '" + printable(schema[i].name()) +
                                    "', which the classifier was fitted with",
                                did_you_mean(schema[i].name(), names_of(data.schema())));
        columns.push_back(*column);
    }
    return Dataset(std::move(columns), data.weights());
}

}  // namespace

namespace detail {

bool counting_needs_table(std::span<const Variable> columns, std::string_view class_name,
                          const FitOptions& options) {
    require_counted(options);
    const auto target = std::ranges::find(columns, class_name, &Variable::name);
    if (target != columns.end() && !target->is_discrete()) return true;
    const std::vector<Variable> schema = learning_schema(columns, class_name, options.structure);
    const CutChoice cuts = continuous_model_of(options).discretisation;
    return learns_cuts(schema, cuts) ||
           counts_pairs_in_blocks(
               plan_fit(schema, options, cuts_for(schema, cuts, nullptr, options.threads)));
}

Classifier fit_by_counting(const Rows& source, std::string_view class_name,
                           const FitOptions& options) {
    require_counted(options);
    std::vector<Variable> schema = learning_schema(source.schema(), class_name, options.structure);
    Discretisation cuts = cuts_for(schema, continuous_model_of(options).discretisation,
                                   source.table(), options.threads, options.stop);
    return fit_plan(plan_of(std::move(schema), options, std::move(cuts), source), source)
        .classifier;
}

}  // namespace detail

FitOptions options_of(const Classifier& classifier) {
    FitOptions options = parse_fit_options(classifier.provenance());
    if (classifier.networks()) options.prior = classifier.networks()->prior();
    return options;
}

FitOptions detail::options_to_update(const Classifier& classifier, const UpdateOptions& limits) {
    FitOptions options = options_of(classifier);
    options.threads = limits.threads;
    options.max_fit_bytes = limits.max_fit_bytes;
    options.keep_statistics = true;
    return options;
}

Classifier update(const Classifier& classifier, const Dataset& more_rows,
                  const UpdateOptions& limits) {
    const NetworkClassifier* const networks = classifier.networks();
    if (!networks || !networks->statistics()) {
        throw ArgumentError("the classifier kept no statistics, so it cannot learn from more rows",
                            "fit it with FitOptions::keep_statistics, or fit all rows together");
    }
    const FitOptions options = options_to_update(classifier, limits);
    const FitPlan plan = plan_fit({classifier.schema().begin(), classifier.schema().end()}, options,
                                  networks->discretisation(), networks->replacements());
    StatisticsCollector collector(plan, *networks);
    collector.add(aligned(more_rows, classifier.schema()));
    SufficientStatistics collected = std::move(collector).finish();
    return estimate_from_kept(plan, collected, "these rows",
                              "whose counts over the old rows were not kept");
}

}  // namespace pgm::learners
