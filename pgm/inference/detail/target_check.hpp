#pragma once

#include <pgm/model/network.hpp>

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

}  // namespace pgm::detail
