#pragma once

#include <pgm/table/scope.hpp>

#include <span>
#include <vector>

namespace pgm::detail {

// Checks that the constructors of the distributions of continuous variables share.

/// The discrete parents, then the continuous ones. Throws ArgumentError when a variable occurs
/// twice or is its own parent.
std::vector<VariableId> family_parents(VariableId child, const Scope& discrete_parents,
                                       std::span<const VariableId> continuous_parents);

/// Throws ArgumentError unless there is one row per configuration of the discrete parents.
void require_row_count(std::size_t rows, const Scope& discrete_parents);

}  // namespace pgm::detail
