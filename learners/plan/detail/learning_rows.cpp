#include <learners/plan/detail/learning_rows.hpp>

#include <learners/discretise/discretise.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/data/dataset.hpp>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace pgm::learners::detail {

namespace {

/// The columns that a structure without a class names, in the order of the table.
std::vector<Variable> named_columns(const Dataset& data, const UserDefined& structure) {
    const std::vector<std::string> wanted = structure.names();
    for (const std::string& name : wanted) {
        if (data.find(name)) continue;
        throw ArgumentError(
            "the structure names '" + printable(name) + "', which is no column of the data",
            did_you_mean(name, pgm::names_of(data.schema())));
    }
    const std::set<std::string_view> names(wanted.begin(), wanted.end());
    std::vector<Variable> schema;
    for (const Column& column : data.columns())
        if (names.contains(column.name())) schema.push_back(column.variable);
    if (schema.empty()) throw ArgumentError("the structure names no variable");
    return schema;
}

}  // namespace

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
    const Dataset chosen = whole->view_rows(0, whole->rows()).select_columns(columns);
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

FitPlan plan_table(const Dataset& data, std::optional<std::string_view> class_name,
                   const FitOptions& options) {
    std::vector<Variable> schema =
        class_name ? learning_schema(data.schema(), *class_name, options.structure)
                   : named_columns(data, std::get<UserDefined>(options.structure));
    const CutChoice choice = continuous_model_of(options).discretisation;
    const bool has_labels = class_name && data.column(*class_name).missing_cells() < data.rows();
    if (!has_labels && learns_cuts(schema, choice))
        throw ArgumentError("cut points are learned from rows with a class, and there are none",
                            "give them, as in cut:age=30,40");
    Discretisation cuts = cuts_for(schema, choice, &data, options.threads, options.stop);
    return plan_fit(std::move(schema), options, std::move(cuts));
}

Dataset planned_columns(const Dataset& data, const FitPlan& plan) {
    std::vector<ColumnId> columns;
    for (const Variable& variable : plan.schema) columns.push_back(data.id(variable.name()));
    return prepared(data.select_columns(columns), plan.cuts, plan.replacements);
}

void require_no_class_choices(const FitOptions& options) {
    if (!std::holds_alternative<UserDefined>(options.structure))
        throw ArgumentError("the structure " + format(options.structure) + " needs a class",
                            "name one (--class), or write the arcs: 'A -> B, C'");
    if (!std::holds_alternative<SmoothedPrior>(options.class_prior))
        throw ArgumentError("there is no class, so there is no class prior to be set");
}

}  // namespace pgm::learners::detail
