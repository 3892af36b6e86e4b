#pragma once

#include <pgm/table/calculation.hpp>

#include <cstddef>
#include <span>
#include <vector>

// The parts of variable elimination, for who wants the same steps in other groups:
// variable_elimination.hpp sums one variable out after the other, an enumeration all of them at
// once, and messages in a junction tree those of a clique that its separator does not have.

namespace pgm::detail {

/// Replaces the tables that mention one of the variables by one that does not: their product,
/// summed over the states of these variables, or with `maximise` its greatest cell. Returns the
/// numbers of the tables that are left; where none mentions them, those that were there.
std::vector<std::size_t> eliminate(Calculation& calculation, std::vector<std::size_t> tables,
                                   std::vector<VariableId> variables, bool maximise = false);

/// An order of the variables: next comes the one whose elimination makes the product with the
/// fewest cells, of several the one that is listed first. `scopes` are those of the tables; the
/// variables in `begin`, which are some of them, come before all others.
std::vector<VariableId> cheapest_first(std::vector<VariableId> variables, std::vector<Scope> scopes,
                                       std::span<const VariableId> begin = {});

/// The scope of the product that eliminating each of the variables makes, in this order.
std::vector<Scope> products_along(std::span<const VariableId> order, std::vector<Scope> scopes);

}  // namespace pgm::detail
