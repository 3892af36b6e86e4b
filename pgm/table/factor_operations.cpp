#include <pgm/table/table.hpp>

#include <pgm/core/error.hpp>

#include <string>

namespace pgm {
namespace {

/// The scope of a product.
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

/// For each axis of `of`, its stride in `in`; 0 if `in` does not have it.
std::vector<std::size_t> strides_within(const Scope& of, const Scope& in) {
    std::vector<std::size_t> strides;
    for (const VariableId variable : of.variables()) {
        const std::optional<std::size_t> axis = in.axis(variable);
        strides.push_back(axis ? in.strides()[*axis] : 0);
    }
    return strides;
}

/// The cell of another table that belongs to cell number `cell` of `scope`.
std::size_t translated(std::size_t cell, const Scope& scope, std::span<const std::size_t> strides) {
    std::size_t result = 0;
    for (std::size_t i = 0; i < scope.size(); ++i)
        result += cell / scope.strides()[i] % scope.cardinalities()[i] * strides[i];
    return result;
}

}  // namespace

Table product(const Table& a, const Table& b) {
    Table result(joined(a.scope(), b.scope()));
    const std::vector<std::size_t> in_a = strides_within(result.scope(), a.scope());
    const std::vector<std::size_t> in_b = strides_within(result.scope(), b.scope());
    for (std::size_t cell = 0; cell < result.size(); ++cell) {
        result[cell] =
            a[translated(cell, result.scope(), in_a)] * b[translated(cell, result.scope(), in_b)];
    }
    return result;
}

Table sum_out(const Table& table, VariableId variable) {
    const std::optional<std::size_t> axis = table.scope().axis(variable);
    if (!axis) {
        throw ArgumentError("variable " + std::to_string(variable.index()) +
                            " cannot be summed out of a table that is without it");
    }
    std::vector<VariableId> variables;
    std::vector<std::size_t> cardinalities;
    for (std::size_t i = 0; i < table.scope().size(); ++i) {
        if (i == *axis) continue;
        variables.push_back(table.scope().variables()[i]);
        cardinalities.push_back(table.scope().cardinalities()[i]);
    }
    Table result{Scope(variables, cardinalities)};
    const std::vector<std::size_t> in_result = strides_within(table.scope(), result.scope());
    for (std::size_t cell = 0; cell < table.size(); ++cell)
        result[translated(cell, table.scope(), in_result)] += table[cell];
    return result;
}

}  // namespace pgm
