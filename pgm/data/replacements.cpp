#include <pgm/data/discretisation.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/parallel.hpp>
#include <pgm/core/text/name_text.hpp>

#include <cmath>
#include <utility>

namespace pgm {
namespace {

bool ends_with_state(const Variable& variable, const std::string& name) {
    return variable.is_discrete() && variable.states().back() == name;
}

Variable with_state(const Variable& variable, const std::string& name) {
    if (ends_with_state(variable, name)) return variable;
    if (!variable.is_discrete())
        throw ArgumentError("missing values of '" + printable(variable.name()) +
                                "' cannot be a state of their own, for it is continuous",
                            "cut it into intervals (mdlp)");
    std::vector<std::string> states = variable.states();
    states.push_back(name);
    return Variable(variable.name(), std::move(states));
}

[[noreturn]] void throw_other_kind(const Variable& variable, const std::string& what) {
    throw ArgumentError("missing values of '" + printable(variable.name()) + "' cannot become " +
                        what);
}

/// The codes in the width that `states` states need, with `code` for missing values.
ColumnCells filled_codes(const Column& column, std::size_t states, std::size_t code) {
    ColumnCells filled = missing_codes(states, column.rows());
    visit_codes(column, [&](const auto& from) {
        using From = typename std::decay_t<decltype(from)>::value_type;
        std::visit(
            [&](auto& codes) {
                using To = typename std::decay_t<decltype(codes)>::value_type;
                To* const to = codes.data();
                for (std::size_t row = 0; row < from.size(); ++row)
                    to[row] = static_cast<To>(from[row] == missing_code<From> ? code : from[row]);
            },
            filled);
    });
    return filled;
}

void fill_numbers(RealCells& numbers, double with) {
    for (double& number : numbers)
        if (std::isnan(number)) number = with;
}

/// Replaces missing values in a column, which has been cut if it is to be.
Column replaced(Column column, const CutPoints* cuts, const Replacement& replacement) {
    const auto fill = [&](StateId state) {
        const std::size_t states = column.variable.cardinality();
        if (!column.is_discrete() || state.index() >= states)
            throw_other_kind(column.variable,
                             "its state number " + std::to_string(state.index() + 1));
        column.cells = filled_codes(column, states, state.index());
    };
    std::visit(Overloaded{[&](StateId state) { fill(state); },
                          [&](double number) {
                              if (auto* const numbers = std::get_if<RealCells>(&column.cells))
                                  fill_numbers(*numbers, number);
                              else if (cuts)
                                  fill(cuts->state(number));
                              else
                                  throw_other_kind(column.variable, "a number");
                          },
                          [&](const MissingState& state) {
                              column.variable = with_state(column.variable, state.name);
                              const std::size_t states = column.variable.cardinality();
                              column.cells = filled_codes(column, states, states - 1);
                          }},
               replacement);
    return column;
}

/// True if the column has the states that its cuts make and the one for missing values.
bool is_prepared(const Column& column, const CutPoints& cuts, const Replacement* replacement) {
    const auto* const state = replacement ? std::get_if<MissingState>(replacement) : nullptr;
    return state && column.is_discrete() &&
           column.variable == with_state(cuts.variable(column.name()), state->name);
}

}  // namespace

void Replacements::add(std::string column, Replacement replacement) {
    const double* const number = std::get_if<double>(&replacement);
    const MissingState* const state = std::get_if<MissingState>(&replacement);
    if (number && !std::isfinite(*number))
        throw ArgumentError("missing values of '" + printable(column) +
                            "' cannot become a number that is not finite");
    if (state && state->name.empty())
        throw ArgumentError("the state for missing values of '" + printable(column) +
                            "' has no name");
    const auto [place, is_new] = columns_.emplace(std::move(column), std::move(replacement));
    if (!is_new)
        throw ArgumentError("column '" + printable(place->first) +
                            "' has been given a replacement for missing values twice");
}

const Replacement* Replacements::find(std::string_view column) const {
    const auto found = columns_.find(column);
    return found == columns_.end() ? nullptr : &found->second;
}

Column prepared(const Column& column, const Discretisation& cuts,
                const Replacements& replacements) {
    const CutPoints* const points = cuts.find(column.name());
    const Replacement* const replacement = replacements.find(column.name());
    const bool is_cut = points && !is_prepared(column, *points, replacement);
    Column changed = is_cut ? cuts.apply(column) : column;
    return replacement ? replaced(std::move(changed), points, *replacement) : changed;
}

Dataset prepared(const Dataset& data, const Discretisation& cuts, const Replacements& replacements,
                 std::size_t threads) {
    if (cuts.empty() && replacements.empty()) return data;
    std::vector<Column> columns(data.columns().size());
    parallel_for(columns.size(), threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            columns[i] = prepared(data.column(ColumnId(i)), cuts, replacements);
    });
    return Dataset(std::move(columns), data.weights());
}

std::vector<Variable> prepared(std::vector<Variable> schema, const Discretisation& cuts,
                               const Replacements& replacements) {
    for (Variable& variable : schema) {
        const Column no_cells{variable, variable.is_discrete()
                                            ? missing_codes(variable.cardinality(), 0)
                                            : ColumnCells(RealCells())};
        variable = prepared(no_cells, cuts, replacements).variable;
    }
    return schema;
}

MissingState missing_state_beside(const Variable& variable) {
    std::string name = "?";
    while (variable.find_state(name)) name += "?";
    return {std::move(name)};
}

}  // namespace pgm
