#pragma once

#include <pgm/table/table.hpp>

#include <cstddef>
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

}  // namespace pgm::detail
