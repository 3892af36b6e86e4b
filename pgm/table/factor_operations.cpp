#include <pgm/table/table.hpp>

#include <pgm/core/error.hpp>
#include <pgm/table/detail/step_arithmetic.hpp>

#include <algorithm>
#include <string>

namespace pgm {
namespace detail {

std::vector<std::size_t> places_within(const Scope& of, const Scope& in) {
    std::vector<std::size_t> strides;
    for (const VariableId variable : of.variables()) {
        const std::optional<std::size_t> axis = in.axis(variable);
        strides.push_back(axis ? in.strides()[*axis] : 0);
    }
    std::vector<std::size_t> places(of.cells()), states(of.size(), 0);
    for (std::size_t cell = 0, place = 0; cell < places.size(); ++cell) {
        places[cell] = place;
        for (std::size_t axis = of.size(); axis-- > 0;) {
            place += strides[axis];
            if (++states[axis] < of.cardinalities()[axis]) break;
            place -= strides[axis] * of.cardinalities()[axis];
            states[axis] = 0;
        }
    }
    return places;
}

Scope without(const Scope& scope, std::span<const VariableId> variables) {
    std::vector<VariableId> kept;
    std::vector<std::size_t> cardinalities;
    for (std::size_t i = 0; i < scope.size(); ++i) {
        if (std::ranges::find(variables, scope.variables()[i]) != variables.end()) continue;
        kept.push_back(scope.variables()[i]);
        cardinalities.push_back(scope.cardinalities()[i]);
    }
    return Scope(kept, cardinalities);
}

Scope joined(const Scope& a, const Scope& b) {
    std::vector<VariableId> variables(a.variables().begin(), a.variables().end());
    std::vector<std::size_t> cardinalities(a.cardinalities().begin(), a.cardinalities().end());
    for (std::size_t i = 0; i < b.size(); ++i) {
        const std::optional<std::size_t> in_a = a.axis(b.variables()[i]);
        if (in_a && a.cardinalities()[*in_a] != b.cardinalities()[i]) {
            throw ArgumentError(
                "variable " + std::to_string(b.variables()[i].index()) +
                " has different numbers of states in two tables that are multiplied");
        }
        if (in_a) continue;
        variables.push_back(b.variables()[i]);
        cardinalities.push_back(b.cardinalities()[i]);
    }
    return Scope(variables, cardinalities);
}

}  // namespace detail

Table product(const Table& a, const Table& b) {
    Table result(detail::joined(a.scope(), b.scope()));
    const std::vector<std::size_t> in_a = detail::places_within(result.scope(), a.scope());
    const std::vector<std::size_t> in_b = detail::places_within(result.scope(), b.scope());
    for (std::size_t cell = 0; cell < result.size(); ++cell)
        result[cell] = a[in_a[cell]] * b[in_b[cell]];
    return result;
}

Table sum_out(const Table& table, VariableId variable) {
    if (!table.scope().axis(variable)) {
        throw ArgumentError("variable " + std::to_string(variable.index()) +
                            " cannot be summed out of a table that is without it");
    }
    Table result{detail::without(table.scope(), {&variable, 1})};
    const std::vector<std::size_t> places = detail::places_within(table.scope(), result.scope());
    for (std::size_t cell = 0; cell < table.size(); ++cell) result[places[cell]] += table[cell];
    return result;
}

}  // namespace pgm
