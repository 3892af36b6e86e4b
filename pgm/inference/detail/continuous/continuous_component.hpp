#pragma once

#include <pgm/model/detail/checked_evidence.hpp>
#include <pgm/model/network.hpp>

#include <optional>
#include <span>
#include <vector>

namespace pgm::detail {

/// Families of continuous variables that meet in variables no one knows. Given the discrete
/// variables and the known continuous ones, the density of all that is observed is the product over
/// the components of the density of each; unknown variables that are not asked for and have no
/// descendant that is observed or asked for are in none, for they integrate to 1.
struct ContinuousComponent {
    /// The unknown ones, to be integrated out or asked for, parents first; most often none.
    std::vector<VariableId> hidden;
    std::vector<VariableId> observed;
    std::vector<VariableId> bounded;     ///< hidden ones that are known to lie in an interval
    std::vector<VariableId> thresholds;  ///< discrete variables with continuous parents that matter
    /// The hidden variable, if there is one, whose distribution is a function or made of tophats,
    /// or of which an observed variable is a function: given a value of it, everything is linear
    /// Gaussian, so it is integrated out by quadrature. It has no hidden parents.
    std::optional<VariableId> quadrature_variable;

    /// Calls body(variable) for all families: of the hidden, the observed and the threshold
    /// variables.
    template <class Body>
    void for_each_family(const Body& body) const {
        for (const std::vector<VariableId>* list : {&hidden, &observed, &thresholds})
            for (const VariableId variable : *list) body(variable);
    }
    /// A member to name in messages.
    VariableId first() const {
        return !observed.empty()    ? observed.front()
               : thresholds.empty() ? hidden.front()
                                    : thresholds.front();
    }
    bool has_box() const { return !bounded.empty() || !thresholds.empty(); }
};

/// The components, in order of their first variable that is observed, bounded, a threshold variable
/// or asked for. `roles` has one entry per variable; of discrete variables only those with
/// continuous parents count, and those of them that are free or intervened are in none. Throws
/// EvidenceError where a component would need two quadrature variables, or one with hidden parents.
std::vector<ContinuousComponent> continuous_components(const BayesianNetwork& network,
                                                       std::span<const Role> roles);

/// A component in which the quadrature variable is known: without it and without what is observed
/// of functions.
ContinuousComponent given_quadrature_variable(const BayesianNetwork& network,
                                              const ContinuousComponent& component);

/// True of a linear Gaussian with a row that has no variance.
bool has_point_mass(const Cpd& cpd);

/// True if a discrete variable with continuous parents belongs to a component.
inline bool matters(Role role) {
    return role != Role::free && role != Role::intervened;
}

/// The discrete parents of all families and the threshold variables themselves, without those that
/// `fixed` marks, ascending; `fixed` is empty where there are none.
std::vector<VariableId> discrete_variables_of(const BayesianNetwork& network,
                                              const ContinuousComponent& component,
                                              std::span<const char> fixed);

}  // namespace pgm::detail
