#include <learners/counting/update.hpp>

#include <learners/counting/detail/fit_run.hpp>
#include <pgm/classify/column_alignment.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/data/column.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace pgm::learners {

using namespace detail;

namespace {

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

/// The choices of a classifier that is to be fitted again from its statistics, which are kept.
Fit options_to_update(const Classifier& classifier, const UpdateOptions& limits) {
    Fit options = options_of(classifier);
    options.threads = limits.threads;
    options.max_fit_bytes = limits.max_fit_bytes;
    options.keep_statistics = true;
    return options;
}

/// The shards of a table and what they are called.
struct Shards {
    std::span<const Classifier> classifiers;
    std::span<const std::string> names;

    std::size_t size() const { return classifiers.size(); }
    const Classifier& operator[](std::size_t i) const { return classifiers[i]; }
    std::string name(std::size_t i) const {
        return i < names.size() ? names[i] : "shard " + std::to_string(i + 1);
    }
};

const NetworkClassifier& kept_by(const Classifier& classifier, const std::string& name) {
    const NetworkClassifier* const networks = classifier.networks();
    if (!networks || !networks->statistics())
        throw ArgumentError(name + " kept no statistics", "fit it with Fit::keep_statistics");
    return *networks;
}

const Variable& column_of(std::span<const Variable> schema, const std::string& name,
                          const std::string& owner) {
    const auto found = std::ranges::find(schema, name, &Variable::name);
    if (found == schema.end())
        throw ArgumentError(owner + " has no column '" + printable(name) +
                            "', which another shard has");
    return *found;
}

/// The column with the states of all shards.
Variable joined(const Variable& first, const Shards& shards) {
    std::vector<std::string> states = first.states();
    for (std::size_t i = 1; i < shards.size(); ++i) {
        const Variable& other = column_of(shards[i].schema(), first.name(), shards.name(i));
        if (other.is_discrete() != first.is_discrete())
            throw ArgumentError("column '" + printable(first.name()) + "' of " + shards.name(i) +
                                    " has " + (other.is_discrete() ? "states" : "numbers") +
                                    ", and " + (first.is_discrete() ? "states" : "numbers") +
                                    " in " + shards.name(0),
                                "declare the column where the shard is read");
        for (const std::string& state : other.states())
            if (std::ranges::find(states, state) == states.end()) states.push_back(state);
    }
    if (states.size() == first.states().size()) return first;
    sort_states(states);
    return Variable(first.name(), std::move(states));
}

std::vector<Variable> joined_schema(const Shards& shards) {
    const std::span<const Variable> first = shards[0].schema();
    for (std::size_t i = 1; i < shards.size(); ++i)
        for (const Variable& column : shards[i].schema())
            column_of(first, column.name(), shards.name(0));
    std::vector<Variable> schema;
    for (const Variable& column : first) schema.push_back(joined(column, shards));
    return schema;
}

/// Throws where a shard was fitted in another way than the first.
void require_like_first(const Shards& shards, std::size_t number) {
    const Classifier &first = shards[0], &other = shards[number];
    const auto require = [&](bool is_equal, const std::string& what) {
        if (!is_equal)
            throw ArgumentError(
                shards.name(number) + " was fitted with " + what + " than " + shards.name(0),
                "fit all shards like one model");
    };
    require(first.class_name() == other.class_name(), "another class");
    require(first.provenance().choices == other.provenance().choices, "other choices");
    require(first.networks()->discretisation() == other.networks()->discretisation(),
            "other cut points");
    require(first.networks()->replacements() == other.networks()->replacements(),
            "other values for missing values");
}

bool have_same_families(const Sums& a, const Sums& b) {
    const auto is_same = [](const auto& x, const auto& y) { return x.family() == y.family(); };
    return std::ranges::equal(a.all_counts(), b.all_counts(), is_same) &&
           std::ranges::equal(a.all_moments(), b.all_moments(), is_same);
}

}  // namespace

Fit options_of(const Classifier& classifier) {
    Fit options = parse_fit_options(classifier.provenance());
    if (classifier.networks()) options.prior = classifier.networks()->prior();
    return options;
}

Classifier update(const Classifier& classifier, const Dataset& more_rows,
                  const UpdateOptions& limits) {
    const NetworkClassifier* const networks = classifier.networks();
    if (!networks || !networks->statistics())
        throw ArgumentError("the classifier kept no statistics, so it cannot learn from more rows",
                            "fit it with Fit::keep_statistics, or fit all rows together");
    const Fit options = options_to_update(classifier, limits);
    const FitPlan plan = plan_fit({classifier.schema().begin(), classifier.schema().end()}, options,
                                  networks->discretisation(), networks->replacements());
    StatisticsCollector collector(plan, *networks);
    collector.add(aligned(more_rows, classifier.schema()));
    CountingRun run(plan, std::move(collector).finish(), "these rows",
                    "whose counts over the old rows were not kept");
    return fit_run(plan, run);
}

void require_mergeable(std::span<const Variable> columns, std::string_view class_name,
                       const Fit& options) {
    const std::string name = format(options.structure);
    const auto* const kdb = std::get_if<KDependence>(&options.structure);
    if (kdb != nullptr && kdb->k > 1)
        throw ArgumentError(
            "which families " + name +
                " counts depends on all rows, so statistics of shards could not be merged",
            "fit one shard, and count all of them like its model, whose families stay; or take "
            "tan or kdb:1");
    if (keeps_rows(plan_columns(columns, class_name, options)))
        throw ArgumentError("statistics of shards of " + name +
                                " could not be merged: kernel densities, and what is chosen by "
                                "leaving out rows, need the rows of all shards",
                            "choose what is learned from counts alone (laplace:A, gaussian)");
}

Classifier merged(std::span<const Classifier> classifiers, std::span<const std::string> names,
                  const UpdateOptions& limits) {
    if (classifiers.empty()) throw ArgumentError("there is no shard to merge");
    const Shards shards{classifiers, names};
    for (std::size_t i = 0; i < shards.size(); ++i) {
        kept_by(shards[i], shards.name(i));
        require_like_first(shards, i);
    }
    const NetworkClassifier& first = *shards[0].networks();
    const Fit options = options_to_update(shards[0], limits);
    const FitPlan plan =
        plan_fit(joined_schema(shards), options, first.discretisation(), first.replacements());
    if (keeps_rows(plan))
        throw ArgumentError(shards.name(0) +
                                " and others cannot be merged: kernel densities, and what is "
                                "chosen by leaving out rows, need the rows of all shards",
                            "choose what is learned from counts alone (laplace:A, gaussian)");
    SufficientStatistics collected;
    for (std::size_t i = 0; i < shards.size(); ++i) {
        Sums sums =
            widened(*shards[i].networks()->statistics(), plan.cut_schema, plan.options.limits);
        if (i == 0)
            collected.statistics = std::move(sums);
        else if (have_same_families(collected.statistics, sums))
            collected.statistics.merge(sums);
        else
            throw ArgumentError(shards.name(i) + " counted other families than " + shards.name(0),
                                "count all shards like one model");
        collected.rows_without_class += shards[i].provenance().rows_without_class;
    }
    CountingRun run(plan, std::move(collected), "the rows of all shards", "which was not counted");
    return fit_run(plan, run);
}

Classifier refitted(const Classifier& classifier, Fit options) {
    const NetworkClassifier& kept = kept_by(classifier, "the classifier");
    if (!kept.discretisation().empty()) {
        ContinuousModel continuous = continuous_model_of(options);
        continuous.discretisation = {.given = kept.discretisation(), .rule = std::nullopt};
        options.continuous = std::move(continuous);
    }
    const Rows sums = Rows::of_counts(
        {classifier.schema().begin(), classifier.schema().end()}, std::nullopt,
        [&](const CountRequest& request) {
            if (request.replacements != kept.replacements())
                throw ArgumentError("the statistics have other values for missing values",
                                    "choose the same --missing-cells");
            return CountedRows{*kept.statistics(), classifier.provenance().rows_without_class};
        });
    return fit_by_counting(sums, classifier.class_name(), options);
}

}  // namespace pgm::learners
