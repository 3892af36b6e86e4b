#include <learners/fit/formula_network.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <iterator>

namespace pgm::learners {
namespace {

bool is_number(const Dataset& data, VariableId variable) {
    return !data.columns()[variable.index()].is_discrete();
}

/// A column for each variable, of which one that the formula does not name has one state.
Dataset columns_of_formula(const Dataset& data, std::span<const Variable> variables,
                           std::span<const VariableId> used) {
    std::vector<Column> columns;
    for (std::size_t i = 0; i < variables.size(); ++i)
        columns.push_back(
            std::ranges::binary_search(used, VariableId(i))
                ? data.column(variables[i].name())
                : discrete_column(Variable(variables[i].name(), {"any"}),
                                  std::vector<std::optional<StateId>>(data.rows(), StateId(0))));
    return Dataset(std::move(columns), data.weights());
}

/// All arcs from each variable to the later ones: states before numbers, cause and effect last of
/// their kind. With numbers, the cause has arcs to the effect alone.
Dag saturated_graph(const Dataset& data, const EffectQuestion& question,
                    std::vector<VariableId> used) {
    const auto place = [&](VariableId v) {
        const int of_pair = v == question.effect ? 2 : v == question.cause ? 1 : 0;
        return std::pair(is_number(data, v), of_pair);
    };
    std::ranges::stable_sort(used, {}, place);
    const bool has_numbers = is_number(data, used.back());
    Dag dag(data.columns().size());
    for (std::size_t i = 0; i < used.size(); ++i)
        for (std::size_t j = i + 1; j < used.size(); ++j)
            if (!has_numbers || used[i] != question.cause || used[j] == question.effect)
                dag.add_arc(used[i], used[j]);
    return dag;
}

void require_regression(const Dataset& data, const EffectAnalysis& analysis,
                        std::span<const VariableId> used) {
    const auto number =
        std::ranges::find_if(used, [&](VariableId v) { return is_number(data, v); });
    if (number == used.end()) return;
    const auto name = [&](VariableId v) { return in_quotes(data.columns()[v.index()].name()); };
    if (!is_number(data, analysis.question.effect))
        throw ArgumentError(name(analysis.question.effect) + " has states, and " + name(*number) +
                                ", on which it depends, is a column of numbers",
                            "cut the numbers first");
    if (analysis.method != EffectMethod::back_door)
        throw ArgumentError(
            name(*number) + " is a column of numbers, and the formula is no adjustment",
            "fit a network to the table and ask that");
}

/// Cause and effect with all variables of the formula, ascending.
std::vector<VariableId> formula_variables(const EffectAnalysis& analysis) {
    std::vector<VariableId> used{analysis.question.cause, analysis.question.effect};
    if (const Estimand* const estimand = analysis.estimand())
        std::ranges::copy(all_variables(*estimand), std::back_inserter(used));
    std::ranges::sort(used);
    used.erase(std::ranges::unique(used).begin(), used.end());
    return used;
}

/// The rows without a missing cell.
std::vector<std::uint32_t> whole_rows(const Dataset& data) {
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = 0; row < data.rows(); ++row)
        if (std::ranges::none_of(data.columns(),
                                 [&](const Column& column) { return column.is_missing(row); }))
            rows.push_back(row);
    return rows;
}

}  // namespace

FittedNetwork formula_network(const Dataset& data, std::span<const Variable> variables,
                              const EffectAnalysis& analysis) {
    const std::vector<VariableId> used = formula_variables(analysis);
    const Dataset all = columns_of_formula(data, variables, used);
    require_regression(all, analysis, used);
    const std::vector<std::uint32_t> rows = whole_rows(all);
    if (rows.empty())
        throw ArgumentError("no row of the table has a value of each variable of the formula");
    FittedNetwork fitted =
        fit_network(all.select_rows(rows), saturated_graph(all, analysis.question, used),
                    {.structure = {}, .smoothing = MaximumLikelihood{}});
    if (const std::size_t left_out = data.rows() - rows.size(); left_out > 0)
        fitted.remarks.push_back(std::to_string(left_out) + (left_out == 1 ? " row" : " rows") +
                                 " without a value of each variable of the formula " +
                                 (left_out == 1 ? "was" : "were") + " left out");
    return fitted;
}

}  // namespace pgm::learners
