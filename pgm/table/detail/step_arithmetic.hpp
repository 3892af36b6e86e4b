#pragma once

#include <pgm/table/calculation_step.hpp>
#include <pgm/table/table.hpp>

#include <algorithm>
#include <vector>

namespace pgm::detail {

/// For each cell of `of`, the cell of `in` with the same states of the variables that both have;
/// the other variables of `in` have state 0.
std::vector<std::size_t> places_within(const Scope& of, const Scope& in);

/// The scope without these variables.
Scope without(const Scope& scope, std::span<const VariableId> variables);

/// The variables of a, then those of b that a does not have. Throws ArgumentError when a variable
/// has different cardinalities in a and b, and TooLargeError when the number of cells overflows.
Scope joined(const Scope& a, const Scope& b);

/// The cell of a table at which variables have these states and all others state 0.
std::size_t cell_at(const Scope& scope, std::span<const VariableId> variables,
                    std::span<const StateId> states);

/// The cells of the table that a step makes, in any kind of numbers: `scope_of(i)` and
/// `cells_of(i)` are scope and cells of table i. The one place that gives steps their meaning.
template <class Number, class ScopeOf, class CellsOf>
std::vector<Number> cells_made_by(const CalculationStep& step, ScopeOf scope_of, CellsOf cells_of) {
    using Kind = CalculationStep::Kind;
    const Scope& out = scope_of(step.output);
    std::vector<Number> result(out.cells(), Number(step.kind == Kind::multiply ? 1 : 0));
    for (const std::size_t input : step.inputs) {
        const Scope& in = scope_of(input);
        const auto& cells = cells_of(input);
        const bool is_smaller = step.kind == Kind::sum || step.kind == Kind::maximise;
        const std::vector<std::size_t> places =
            is_smaller ? places_within(in, out) : places_within(out, in);
        const std::size_t first =
            step.kind == Kind::select ? cell_at(in, step.variables, step.states) : 0;
        Number total = 0;
        if (step.kind == Kind::normalise)
            for (const Number& cell : cells) total += cell;
        if (total == 0) total = 1;
        for (std::size_t i = 0; i < places.size(); ++i) {
            switch (step.kind) {
                case Kind::select:
                    result[i] = cells[first + places[i]];
                    break;
                case Kind::multiply:
                    result[i] *= cells[places[i]];
                    break;
                case Kind::sum:
                    result[places[i]] += cells[i];
                    break;
                case Kind::maximise:
                    result[places[i]] = std::max<Number>(result[places[i]], cells[i]);
                    break;
                case Kind::normalise:
                    result[i] = cells[i] / total;
                    break;
            }
        }
    }
    return result;
}

}  // namespace pgm::detail
