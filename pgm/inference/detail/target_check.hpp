#pragma once

#include <pgm/model/network.hpp>
#include <pgm/table/table.hpp>

#include <span>
#include <vector>

namespace pgm::detail {

/// Throws ArgumentError for a target that the network does not have, that is continuous, or that is
/// asked for twice. `seen` is room for the work.
void check_targets(const BayesianNetwork& network, std::span<const VariableId> targets,
                   std::vector<char>& seen);

/// Throws ArgumentError for a target that the network does not have, that is discrete, or that is
/// asked for twice.
void check_continuous_targets(const BayesianNetwork& network, std::span<const VariableId> targets);

/// The scope of these discrete variables of a network, in this order.
inline Scope scope_over(const BayesianNetwork& network, std::span<const VariableId> variables) {
    std::vector<std::size_t> cardinalities;
    for (const VariableId variable : variables)
        cardinalities.push_back(network.cardinality(variable));
    return Scope({variables.begin(), variables.end()}, cardinalities);
}

}  // namespace pgm::detail
