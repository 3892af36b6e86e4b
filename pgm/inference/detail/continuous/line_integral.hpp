#pragma once

#include <pgm/inference/detail/continuous/component_constraints.hpp>
#include <pgm/inference/detail/continuous/continuous_component.hpp>
#include <pgm/inference/detail/continuous/gaussian_integral.hpp>
#include <pgm/inference/detail/integration/line_quadrature.hpp>

#include <span>
#include <vector>

namespace pgm::detail {

/// The integral over the quadrature variable of a component
/// (ContinuousComponent::quadrature_variable): with F the quadrature variable,
///
///     p(what is known | d)  =  integral of p(x | d) p(what is known | F = x, d) dx,
///
/// where for a value of F everything else is linear Gaussian, in closed form. The first density is
/// looked for first, on all of the real line: that it integrates to 1 says that nothing of it was
/// missed. So the panels follow it as well as the likelihood.
///
/// One object is for many configurations, one after the other: its memory is kept.
class LineIntegral {
public:
    /// For one configuration of the discrete parents and one choice of kernels, see
    /// GaussianIntegral::prepare(). Network, component and spans must live as long as the object is
    /// used for them. Throws EvidenceError when the quadrature variable has no density that
    /// integrates to 1.
    void prepare(const BayesianNetwork& network, const ContinuousComponent& component,
                 std::span<const std::size_t> row_of, std::span<const DensityComponent> kernel_of);

    /// For one row of values; intervals and states as in ComponentConstraints::Place. Throws
    /// EvidenceError where the integral is not reached to 1e-10. `purpose` is what the result is
    /// for.
    const PanelledFunction& integrate(std::span<const double* const> values, std::size_t at,
                                      std::span<const Interval> intervals,
                                      std::span<const std::uint32_t> states,
                                      Purpose purpose = Purpose::integral);

    /// The log likelihood of the evidence given a value of the quadrature variable, in the row of
    /// the last integrate(), without p(x | d). Prepares integral() and box() for it.
    double log_likelihood(double x);
    const GaussianIntegral& integral() const { return integral_; }
    const ComponentConstraints& box() const { return box_; }
    /// The values of the known variables and of the quadrature variable in that row, of which there
    /// is one.
    std::span<const double* const> values() const { return places_; }

private:
    double own_log_density(double x) const;
    void find_own_cuts();
    void find_cuts_of_function();
    void copy_values(std::span<const double* const> values, std::size_t at);
    void add_cuts_of_child(VariableId child, std::vector<double>& cuts) const;
    void require_reached(const PanelledFunction& found, const char* what) const;
    [[noreturn]] void refuse(const std::string& message, const std::string& hint) const;

    const BayesianNetwork* network_ = nullptr;
    const ContinuousComponent* component_ = nullptr;
    ContinuousComponent inner_;          ///< given the quadrature variable
    std::vector<VariableId> functions_;  ///< observed ones that are no linear Gaussians
    std::span<const std::size_t> row_of_;
    std::span<const DensityComponent> kernel_of_;
    std::span<const Interval> intervals_;
    std::span<const std::uint32_t> states_;
    GaussianIntegral integral_;
    ComponentConstraints box_;

    double x_ = 0;                       ///< the value of the quadrature variable
    std::vector<double> values_;         ///< by variable
    std::vector<const double*> places_;  ///< by variable, of x_ and of values_
    std::vector<double> own_parents_;    ///< values of the parents of the quadrature variable
    std::vector<std::vector<double>> parents_;  ///< of each of functions_
    std::vector<double> own_cuts_;
    PanelledFunction found_;
};

}  // namespace pgm::detail
