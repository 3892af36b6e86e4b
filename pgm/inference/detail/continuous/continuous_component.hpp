#pragma once

#include <pgm/model/detail/checked_evidence.hpp>
#include <pgm/model/network.hpp>

#include <span>
#include <vector>

namespace pgm::detail {

/// Families of continuous variables that meet in variables no one knows. Given the discrete
/// variables and the known continuous ones, the density of all that is measured is the product over
/// the components of the density of each; unknown variables that are not asked for and have no
/// descendant that is measured or asked for are in none, for they integrate to 1.
struct ContinuousComponent {
    /// The unknown ones, to be integrated out or asked for, parents first; most often none.
    std::vector<VariableId> hidden;
    std::vector<VariableId> measured;  ///< at least one, where nothing is asked for
};

/// The components, in order of their first variable that is measured or asked for. `roles` has one
/// entry per variable; those of discrete variables are not read. Throws EvidenceError when a
/// variable would have to be integrated out that is neither a linear Gaussian nor a mixture of
/// Gaussian kernels, or from a child that is no linear Gaussian.
std::vector<ContinuousComponent> continuous_components(const BayesianNetwork& network,
                                                       std::span<const Role> roles);

/// True of the distribution of a variable that can be integrated out.
bool is_integrable(const Cpd& cpd);

/// The discrete parents of all members but those that `fixed` marks, ascending; `fixed` is empty
/// where there are none.
std::vector<VariableId> discrete_parents(const BayesianNetwork& network,
                                         const ContinuousComponent& component,
                                         std::span<const char> fixed);

}  // namespace pgm::detail
