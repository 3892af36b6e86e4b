#include <learners/counting/detail/plan.hpp>

#include <learners/discretise/discretise.hpp>
#include <learners/judge/detail/leave_one_out.hpp>
#include <pgm/classify/column_alignment.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/data/dataset.hpp>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace pgm::learners::detail {
namespace {

const Variable& class_of(std::span<const Variable> columns, std::string_view name) {
    const auto found = std::find_if(columns.begin(), columns.end(), [&](const Variable& variable) {
        return variable.name() == name;
    });
    if (found == columns.end()) {
        throw ArgumentError("the data have no column '" + printable(name) + "' to be the class",
                            did_you_mean(name, names_of(columns)));
    }
    if (!found->is_discrete())
        throw ArgumentError("the class '" + printable(name) + "' is continuous",
                            "declare the column as discrete");
    return *found;
}

/// The names in the text of a structure, all of which are columns.
std::set<std::string> names_to_use(std::span<const Variable> columns,
                                   const UserDefined& structure) {
    const std::vector<std::string> known = names_of(columns);
    const std::vector<std::string> wanted = structure.names();
    for (const std::string& name : wanted) {
        if (std::ranges::find(known, name) != known.end()) continue;
        throw ArgumentError(
            "the structure names '" + printable(name) + "', which is no column of the data",
            did_you_mean(name, known));
    }
    return {wanted.begin(), wanted.end()};
}

/// A choice made by taking rows out of tables, whose estimates must allow it, and how to do
/// without.
struct LeftOutUse {
    std::string what;
    std::string instead;
};

std::optional<LeftOutUse> use_of_left_out_rows(const FitPlan& plan) {
    if (plan.options.structure.selects_features())
        return LeftOutUse{"features are selected", "leave out '+select'"};
    if (plan.stacked) return LeftOutUse{"a stack is weighted", "fit its structures one by one"};
    if (plan.options.calibration != Calibration::none)
        return LeftOutUse{"a temperature is learned", "choose the calibration 'none'"};
    return std::nullopt;
}

void require_rows_can_be_left_out(const FitPlan& plan) {
    const std::optional<LeftOutUse> use = use_of_left_out_rows(plan);
    if (!use) return;
    if (!can_leave_out_rows(plan.options.smoothing))
        throw ArgumentError(use->what + " by taking rows out of the tables, which " +
                                format(plan.options.smoothing) + " does not allow",
                            "smooth by backoff, laplace:A, bdeu:S or mle, or " + use->instead);
    for (const Variable& variable : plan.cut_schema) {
        if (variable.is_discrete()) continue;
        throw ArgumentError(
            use->what + " for tables, and '" + printable(variable.name()) + "' is continuous",
            "cut it into intervals (mdlp), or " + use->instead);
    }
}

void require_no_back_off(const FitPlan& plan) {
    if (!plan.uses_back_off()) return;
    for (const Family& family : plan.threshold_families())
        throw ArgumentError("back-off shrinks tables to those of fewer parents, and '" +
                                printable(plan.cut_schema[family.child.index()].name()) +
                                "' has continuous parents",
                            "smooth by laplace:A or mle, or cut the parents into intervals");
}

FitPlan planned(FitPlan plan) {
    plan.cut_schema = prepared(plan.schema, plan.cuts, plan.replacements);
    plan.options.continuous = continuous_model_of(plan.options);
    auto& density = plan.options.continuous->density;
    if (const VarianceRule* const variance = std::get_if<VarianceRule>(&density);
        variance && plan.has_parzen_points())
        density = KernelRule{.variance = VarianceRule(*variance)};
    if (std::holds_alternative<MixtureRule>(density) && plan.has_parzen_points())
        throw ArgumentError("parzen has a kernel for every row, and a mixture has none",
                            "choose kde, or the structure nb");
    if (std::holds_alternative<PriorNetwork>(plan.options.smoothing) && !plan.options.prior) {
        throw ArgumentError("prior:S takes pseudo-counts from a network, and none is given",
                            "give the prior network, or choose bdeu:S");
    }
    require_rows_can_be_left_out(plan);
    require_no_back_off(plan);
    return plan;
}

/// The columns that a structure without a class names, in the order of the table.
std::vector<Variable> named_columns(std::span<const Variable> columns,
                                    const UserDefined& structure) {
    const std::set<std::string> names = names_to_use(columns, structure);
    std::vector<Variable> schema;
    for (const Variable& column : columns)
        if (names.contains(column.name())) schema.push_back(column);
    if (schema.empty()) throw ArgumentError("the structure names no variable");
    return schema;
}

/// Every feature by itself, over the rows with a class.
Sums statistics_of_features(std::span<const Variable> schema, const Rows& source,
                            std::size_t threads, const StopToken& stop) {
    std::vector<Family> families;
    for (std::size_t i = 1; i < schema.size(); ++i) families.push_back({ColumnId(i), {}});
    return source
        .count({.schema = {schema.begin(), schema.end()},
                .families = std::move(families),
                .threads = threads,
                .stop = stop})
        .statistics;
}

/// The first of those with the most weight; null where no state has any.
std::optional<Replacement> most_frequent(const FamilyCounts& counts) {
    std::optional<std::size_t> best;
    WeightSum most;
    counts.for_each([&](std::size_t state, WeightSum weight) {
        if (weight <= most) return;
        best = state;
        most = weight;
    });
    return best ? std::optional<Replacement>(StateId(*best)) : std::nullopt;
}

std::optional<Replacement> mean_of(const FamilyMoments& moments) {
    if (moments.weight(0).is_zero()) return std::nullopt;
    return moments.mean(0, 0);
}

}  // namespace

Columns FitPlan::columns() const {
    Columns all{cut_schema, {}, !keeps_values()};
    for (std::size_t i = 1; i < cut_schema.size(); ++i) all.features.emplace_back(i);
    return all;
}

std::vector<Family> FitPlan::threshold_families() const {
    const auto* const given = std::get_if<UserDefined>(&options.structure);
    if (!given || std::ranges::all_of(cut_schema, &Variable::is_discrete)) return {};
    const Columns all = columns();
    std::vector<Family> families = given->models(all).front().families;
    std::erase_if(families, [&](const Family& family) { return !all.is_threshold(family); });
    return families;
}

std::vector<Variable> learning_schema(std::span<const Variable> columns,
                                      std::string_view class_name, const Structure& structure) {
    std::vector<Variable> schema = {class_of(columns, class_name)};
    const UserDefined* const given = std::get_if<UserDefined>(&structure);
    std::set<std::string> names;
    if (given) {
        names = names_to_use(columns, *given);
        if (!names.contains(std::string(class_name)))
            throw ArgumentError("the structure does not name the class '" + printable(class_name) +
                                "'");
    }
    for (const Variable& variable : columns) {
        if (variable.name() != class_name && (!given || names.contains(variable.name())))
            schema.push_back(variable);
    }
    return schema;
}

std::string one_interval_remark(std::string_view column) {
    return "'" + printable(column) + "' has no informative cut point and is dropped";
}

FitPlan plan_fit(std::vector<Variable> schema, const Fit& options, Discretisation cuts,
                 Replacements replacements) {
    return planned({options, std::move(schema), std::move(cuts), std::move(replacements), {}});
}

FitPlan plan_stacked_fit(std::vector<Variable> schema, Fit options, Discretisation cuts,
                         Replacements replacements) {
    options.keep_statistics = false;
    return planned({std::move(options),
                    std::move(schema),
                    std::move(cuts),
                    std::move(replacements),
                    {},
                    true});
}

bool learns_cuts(std::span<const Variable> schema, const CutChoice& choice) {
    return choice.rule && !std::ranges::all_of(schema, &Variable::is_discrete);
}

std::optional<Dataset> with_discrete_class(const Rows& source, std::string_view class_name) {
    if (source.table() == nullptr) return std::nullopt;
    const Dataset& data = *source.table();
    const auto id = data.find(class_name);
    if (!id || data.column(*id).is_discrete()) return std::nullopt;
    return data.with_column(as_discrete(data.column(*id)));
}

std::optional<Dataset> with_declared_states(const Dataset& data, const Structure& structure) {
    const auto* const given = std::get_if<UserDefined>(&structure);
    std::vector<Variable> declared = given ? given->declared_columns() : std::vector<Variable>();
    std::erase_if(declared, [&](const Variable& variable) {
        const auto column = data.find(variable.name());
        return !column || data.column(*column).variable.states() == variable.states();
    });
    if (declared.empty()) return std::nullopt;
    const ColumnAlignment alignment(data, declared, UnseenPolicy::error);
    Dataset table = data;
    for (const Column* const column : alignment.columns()) table = table.with_column(*column);
    return table;
}

Discretisation cuts_for(std::span<const Variable> schema, const CutChoice& choice,
                        const Dataset* whole, std::size_t threads, const StopToken& stop) {
    require_continuous_columns(choice.given, schema);
    if (!learns_cuts(schema, choice)) return choice.given;
    if (!whole)
        throw ArgumentError("cut points cannot be learned from data that come in parts",
                            "give them, as in cut:age=30,40, or let numbers be gaussian");
    std::vector<ColumnId> columns;
    const ColumnIndex index(*whole);
    for (const Variable& variable : schema) columns.push_back(index.id(variable.name()));
    const Dataset chosen = whole->view().select_columns(columns);
    const std::string& class_name = schema.front().name();
    return learn_cuts(labelled_rows(chosen, class_name), class_name, *choice.rule, choice.given,
                      threads, stop);
}

void require_no_hidden_variables(const Structure& structure) {
    const auto* const given = std::get_if<UserDefined>(&structure);
    if (!given || given->hidden_variables().empty()) return;
    throw ArgumentError("the structure declares '" +
                            printable(given->hidden_variables().front().name()) +
                            "' hidden, and counting learns nothing about a hidden variable",
                        "fit by expectation maximisation (--missing-cells em)");
}

FitPlan plan_rows(const Rows& rows, std::optional<std::string_view> class_name,
                  const Fit& options) {
    const std::vector<Variable> columns = rows.schema();
    std::vector<Variable> schema =
        class_name ? learning_schema(columns, *class_name, options.structure)
                   : named_columns(columns, std::get<UserDefined>(options.structure));
    const CutChoice choice = continuous_model_of(options).discretisation;
    const auto has_labels = [&] {
        const Column& labels = rows.table()->column(*class_name);
        return labels.missing_cells() < labels.rows();
    };
    const bool learns_from_all = !class_name || options.missing_cells == MissingCells::em;
    if (learns_from_all && learns_cuts(schema, choice) && !(class_name && has_labels()))
        throw ArgumentError("cut points are learned from rows with a class, and there are none",
                            "give them, as in cut:age=30,40");
    Discretisation cuts = cuts_for(schema, choice, rows.table(), options.threads, options.stop);
    Replacements replacements =
        replacements_for(schema, options.missing_cells, rows, options.threads, options.stop);
    return plan_fit(std::move(schema), options, std::move(cuts), std::move(replacements));
}

FitPlan plan_columns(std::span<const Variable> columns, std::string_view class_name,
                     const Fit& options) {
    std::vector<Variable> schema = learning_schema(columns, class_name, options.structure);
    const CutChoice choice = continuous_model_of(options).discretisation;
    Discretisation given;
    if (!learns_cuts(schema, choice)) given = cuts_for(schema, choice, nullptr, options.threads);
    return plan_fit(std::move(schema), options, std::move(given));
}

Dataset planned_columns(const Dataset& data, const FitPlan& plan) {
    std::vector<ColumnId> columns;
    for (const Variable& variable : plan.schema) columns.push_back(data.id(variable.name()));
    return prepared(data.select_columns(columns), plan.cuts, plan.replacements);
}

void require_no_class_choices(const Fit& options) {
    if (!std::holds_alternative<UserDefined>(options.structure))
        throw ArgumentError("the structure " + format(options.structure) + " needs a class",
                            "name one (--class), or write the arcs: 'A -> B, C'");
    if (!std::holds_alternative<SmoothedPrior>(options.class_prior))
        throw ArgumentError("there is no class, so there is no class prior to be set");
}

void require_counted_cells(MissingCells missing_cells) {
    if (missing_cells != MissingCells::em && missing_cells != MissingCells::automatic) return;
    throw ArgumentError("missing values cannot be '" + format(missing_cells) +
                            "' here, where a classifier is made by counting",
                        "choose sum, fill or state, or fit one structure");
}

Replacements replacements_for(std::span<const Variable> schema, MissingCells missing_cells,
                              const Rows& source, std::size_t threads, const StopToken& stop) {
    Replacements replacements;
    if (missing_cells != MissingCells::fill && missing_cells != MissingCells::state)
        return replacements;
    const Sums alone = statistics_of_features(schema, source, threads, stop);
    for (std::size_t i = 1; i < schema.size(); ++i) {
        const Family family{ColumnId(i), {}};
        const bool is_discrete = schema[i].is_discrete();
        std::optional<Replacement> replacement;
        if (missing_cells == MissingCells::fill) {
            replacement =
                is_discrete ? most_frequent(alone.counts(family)) : mean_of(alone.moments(family));
        } else {
            const WeightSum known =
                is_discrete ? alone.counts(family).total() : alone.moments(family).weight(0);
            const bool may_have_state = is_discrete || !known.is_zero();
            if (may_have_state && known < alone.weight())
                replacement = missing_state_beside(schema[i]);
        }
        if (replacement) replacements.add(schema[i].name(), *std::move(replacement));
    }
    return replacements;
}

}  // namespace pgm::learners::detail
