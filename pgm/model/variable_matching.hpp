#pragma once

#include <pgm/graph/dag.hpp>
#include <pgm/model/variable.hpp>

#include <span>
#include <vector>

namespace pgm {

/// matched[i] is the number in `first` of the variable that has the name of second[i].
///
/// Two models of the same variables may declare them in different orders; comparisons refer to the
/// variables by name. Throws ArgumentError with the names that only one of them has.
std::vector<VariableId> match_variables(std::span<const Variable> first,
                                        std::span<const Variable> second);

/// The graph whose vertex `numbers[v]` is the vertex v of `dag`. `numbers` is a permutation.
Dag renumbered(const Dag& dag, std::span<const VariableId> numbers);

/// matched[s] is the number in `first` of the state that has the name of state s of `second`.
/// Throws ArgumentError that names the variable and the states where one of the variables has
/// others, and where one is discrete and the other continuous.
std::vector<StateId> match_states(const Variable& first, const Variable& second);

}  // namespace pgm
