#pragma once

#include <pgm/model/detail/checked_evidence.hpp>
#include <pgm/model/network.hpp>

#include <span>
#include <vector>

namespace pgm::detail {

/// Families of continuous variables that meet in variables no one knows. Given the discrete
/// variables and the known continuous ones, the density of all that is measured is the product over
/// the components of the density of each; unknown variables without a measured descendant are in
/// none, for they integrate to 1.
struct ContinuousComponent {
    /// The unknown ones, to be integrated out, parents first; most often none.
    std::vector<VariableId> hidden;
    std::vector<VariableId> measured;  ///< at least one
};

/// The components, in order of their first measured variable. `roles` has one entry per variable;
/// those of discrete variables are not read. Throws EvidenceError when a variable would have to be
/// integrated out that is no linear Gaussian, or from a child that is none.
std::vector<ContinuousComponent> continuous_components(const BayesianNetwork& network,
                                                       std::span<const Role> roles);

}  // namespace pgm::detail
