#pragma once

#include <learners/estimate/detail/density/configuration_points.hpp>
#include <learners/estimate/detail/density/mixture_estimation.hpp>
#include <pgm/model/cpd/linear_gaussian_cpd.hpp>
#include <pgm/model/cpd/table_cpd.hpp>
#include <pgm/model/variable.hpp>

#include <span>
#include <string>
#include <vector>

namespace pgm::learners::detail {

/// A mixture of Gaussians for every configuration of the discrete parents of one feature, which is
/// a Bayesian network:
///
///     class -> component,   class, component -> feature
///
/// The hidden `component` says which of the Gaussians the value comes from. The engine sums it out
/// like any unobserved variable, and P(component | x) tells which peak of the density x belongs to.
/// `parzen` has a hidden variable, too, but one for all features. Configurations with fewer
/// components than others have some of probability 0. Where one component is enough for all of them
/// there is no hidden variable, and the feature has the distribution of `gaussian`.
class MixtureDensity {
public:
    /// `child` is the name of the feature. Throws ArgumentError where all values of a configuration
    /// are equal and the variance rule leaves them no width.
    MixtureDensity(std::string child, std::span<const ConfigurationPoints> points,
                   const MixtureRule& rule, const ColumnSpread& column);

    bool has_component() const { return components_ > 1; }

    /// "1", "2", ... by ascending mean; "height_component", with as many primes as make it
    /// different from `taken`.
    Variable component_variable(std::span<const Variable> taken) const;

    /// P(component | parents); `parents` are in the network.
    TableCpd component_given(const Scope& parents, VariableId component_id) const;

    /// p(feature | parents, component), or without a component p(feature | parents).
    LinearGaussianCpd value_given(const Scope& parents, VariableId component_id,
                                  VariableId child) const;

private:
    std::string child_;
    std::vector<std::vector<MixtureComponent>> mixtures_;  ///< by configuration
    std::size_t components_ = 1;                           ///< of the largest
};

}  // namespace pgm::learners::detail
