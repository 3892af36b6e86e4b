#pragma once

#include <pgm/inference/detail/continuous/gaussian_integral.hpp>
#include <pgm/inference/detail/integration/box_integral.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pgm::detail {

/// Throws EvidenceError for a variable that varies by so much, or so little, that its variance is
/// no double, for answers that need it.
void require_variance_in_range(double sd, const Variable& variable);

/// Everything that is known of a component beside its observed values: the intervals in which
/// hidden variables lie, and the states of threshold variables, which are intervals of linear
/// functions, with noise. Given the observed values all of these are jointly normal.
///
/// One object is for many configurations, one after the other: its memory is kept.
class ComponentConstraints {
public:
    /// The configuration and the evidence for which a box is prepared: all spans have one entry per
    /// variable of the network.
    struct Place {
        std::span<const std::size_t> row_of;          ///< of each member's family
        std::span<const DensityComponent> kernel_of;  ///< as for GaussianIntegral::prepare()
        std::span<const Interval> intervals;          ///< of bounded variables
        std::span<const std::uint32_t> states;        ///< of threshold variables
        std::span<const double* const> values;        ///< of known continuous variables
        std::size_t at = 0;                           ///< the row of values
    };

    /// After integral.log_density() of the row. Throws ArgumentError for a noisy threshold of a
    /// uniform kernel.
    void prepare(const BayesianNetwork& network, const ContinuousComponent& component,
                 const GaussianIntegral& integral, const Place& place);

    /// log P(all lie in their intervals | observed values).
    double log_probability() const;
    /// The part of a kernel of tophats that is left by the intervals; null where the only hidden
    /// variable is no such kernel.
    const DensityComponent* uniform_part() const { return is_uniform_ ? &uniform_part_ : nullptr; }

    /// The members' distribution without the intervals, of very large or small ones in units of a
    /// power of two: how each deviates from its mean, in the
    /// noises of GaussianIntegral::Conditional; independent normal noise of thresholds is in the
    /// covariance only, and logistic noise in TruncatedJointNormal::noisy.
    const TruncatedJointNormal& box() const { return box_; }
    const Eigen::VectorXd& deviations(std::size_t member) const {
        return members_[member].deviations;
    }

private:
    void choose_unit(std::size_t member);
    void set_distribution();
    void add_normal_noise();
    void prepare_uniform(const DensityComponent& kernel);

    std::vector<GaussianIntegral::Conditional> members_;
    TruncatedJointNormal box_;
    bool is_uniform_ = false;
    double uniform_log_ = 0;
    DensityComponent uniform_part_;
};

}  // namespace pgm::detail
