#pragma once

#include <pgm/inference/detail/continuous/density_table.hpp>
#include <pgm/inference/detail/continuous/factor.hpp>
#include <pgm/inference/detail/continuous/findings_by_variable.hpp>

#include <Eigen/Core>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace pgm::detail {

/// The scope of the discrete variables that the distribution of a target depends on. Throws
/// TooLargeError for more than `max_cells` configurations.
Scope scope_of_configurations(const BayesianNetwork& network, VariableId target,
                              const std::vector<VariableId>& variables, std::size_t max_cells);

/// The joint distribution of some continuous variables given evidence, in components: for each
/// configuration of the discrete variables that it depends on, and for each choice of kernels, the
/// variables are normally distributed. What these configurations are worth is a question about
/// discrete variables, which the engine answers. Where a variable is integrated out by quadrature
/// (ContinuousComponent::quadrature_variable), there is a component for each of its values in that,
/// of which it is certain; if it is the only target, or the only target is an affine function of it
/// but for normal noise, one for all of them.
///
///     ConditionalGaussians gaussians(network, targets, evidence);
///     gaussians.for_each(P(gaussians.scope() | evidence), [&](const auto& component) {
///         component.weight, component.variables[0].mean, ...
///     });
class ConditionalGaussians {
public:
    /// Targets are distinct and continuous; those with a finding are constants. The network must
    /// live as long. Throws as continuous_components() does, EvidenceError for targets of
    /// components with quadrature variables of their own, and TooLargeError for more configurations
    /// than `max_cells`.
    ConditionalGaussians(const BayesianNetwork& network, std::span<const VariableId> targets,
                         const CheckedEvidence& evidence, std::size_t max_cells);

    /// The discrete variables that the distribution depends on, ascending, without those whose
    /// state is known.
    const Scope& scope() const { return scope_; }
    /// The variables that it is made of: the targets, what they depend on, and what is observed of
    /// those.
    const ContinuousComponent& members() const { return factor_->members(); }

    struct WeightedGaussian {
        double weight = 0;
        std::size_t cell = 0;                                ///< of scope()
        std::vector<GaussianIntegral::Conditional> targets;  ///< in the order of the request
        /// Further evidence for the targets to be conditioned on; null if there is none.
        const ComponentConstraints* box = nullptr;
        /// Density of the quadrature variable, in a component for all its values, from which the
        /// only target follows by `relation`; otherwise null.
        const PanelledFunction* density = nullptr;
        AffineRelation relation{};

        /// The covariance of a target and a member of the box.
        double covariance(std::size_t target, std::size_t member) const {
            return targets[target].deviations.dot(box->deviations(member));
        }
    };
    using Visit = std::function<void(const WeightedGaussian&)>;

    /// Calls `visit` with the components of positive weight; `weights` has one for each cell of
    /// scope(). The component is good until the next one. `purpose` is that of the density of a
    /// quadrature variable.
    void for_each(std::span<const double> weights, const Visit& visit,
                  Purpose purpose = Purpose::integral);
    /// The decomposition of the component that is being visited, unless there is a quadrature
    /// variable.
    const GaussianIntegral& integral() const { return closed_; }

private:
    ContinuousComponent members_of_targets(std::span<const Role> roles) const;
    void visit_cell(double weight, const Visit& visit);
    void visit_choice(double weight, const Visit& visit);
    void visit_quadrature(double weight, const Visit& visit);
    AffineRelation relation_to_quadrature_variable(double x);

    const BayesianNetwork& network_;
    std::vector<VariableId> targets_;
    FindingsByVariable findings_;
    Scope scope_;
    std::optional<Factor> factor_;  ///< of all members

    // Of the cell that is being visited.
    std::vector<std::size_t> row_of_;
    std::vector<std::uint32_t> states_;  ///< by variable, of threshold variables
    GaussianIntegral closed_;
    FactorIntegral integral_;
    std::vector<double> logs_;
    Purpose purpose_ = Purpose::integral;
    WeightedGaussian component_;
};

/// Means and covariances of the targets of a component: as they are, or by their regression on the
/// members of its box, of which the moments inside the box are known.
struct ComponentMoments {
    Eigen::VectorXd means;
    Eigen::MatrixXd covariance;

    explicit ComponentMoments(const ConditionalGaussians::WeightedGaussian& component);

private:
    void select(const ConditionalGaussians::WeightedGaussian& component);
    void select_uniform(const ConditionalGaussians::WeightedGaussian& component,
                        const DensityComponent& part);
};

}  // namespace pgm::detail
