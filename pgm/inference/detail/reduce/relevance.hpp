#pragma once

#include <pgm/model/detail/checked_evidence.hpp>
#include <pgm/model/network.hpp>

#include <span>
#include <vector>

namespace pgm::detail {

/// The tables that matter to P(targets, e): those of the targets, of the variables with findings,
/// and of all their ancestors. Every other variable is *barren* (Shachter 1986): its table sums to
/// one and is never looked at. Interventions cut: the parents of an intervened variable are not its
/// ancestors, and the variable itself matters only as a constant. The targets are distinct.
std::vector<char> relevant_variables(const Dag& dag, std::span<const VariableId> targets,
                                     std::span<const Role> roles);

}  // namespace pgm::detail
