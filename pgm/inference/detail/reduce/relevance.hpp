#pragma once

#include <pgm/model/network.hpp>

#include <span>
#include <vector>

namespace pgm::detail {

/// What a plan knows beforehand about one variable: whether there will be a finding on it and of
/// which kind; not its value.
enum class Role : std::uint8_t {
    free,  ///< no finding
    /// a likelihood vector; also what a plan for any evidence assumes of every variable.
    likelihood,
    observed,    ///< a state
    intervened,  ///< a state set from outside: its own table does not count
};

/// Which tables matter to P(targets, e): those of the targets, of the variables with findings, and
/// of all their ancestors. Every other variable is *barren* (Shachter 1986): its table sums to one
/// and is never looked at. Interventions cut: the parents of an intervened variable are not its
/// ancestors, and the variable itself matters only as a constant. The targets are distinct.
std::vector<char> relevant_variables(const Dag& dag, std::span<const VariableId> targets,
                                     std::span<const Role> roles);

}  // namespace pgm::detail
