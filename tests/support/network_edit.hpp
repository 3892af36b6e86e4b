#pragma once

#include <pgm/model/network.hpp>

#include <span>
#include <vector>

namespace pgm::tests {

/// A network that says the same with everything renamed and reordered.
struct Relabelling {
    std::vector<std::size_t> variables;  ///< variables[v] is the new number of variable v
    /// states[v][s] is the new number of state s of variable v.
    std::vector<std::vector<std::size_t>> states;
};

/// The same distribution under other names and in another order of variables, states and parents.
BayesianNetwork relabelled(const BayesianNetwork& network, const Relabelling& relabelling);

/// One more variable with the given parents and table, which nothing depends on. Its id is the
/// number of variables before.
BayesianNetwork with_leaf(const BayesianNetwork& network, std::span<const VariableId> parents,
                          std::size_t states, std::span<const double> values);

/// Network surgery: no arc into the variable, the state certain.
BayesianNetwork with_forced_state(const BayesianNetwork& network, VariableId variable,
                                  StateId state);

}  // namespace pgm::tests
