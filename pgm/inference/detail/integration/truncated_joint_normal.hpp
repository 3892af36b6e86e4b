#pragma once

#include <pgm/model/cpd/threshold_cpd.hpp>

#include <Eigen/Core>

#include <cstddef>
#include <vector>

namespace pgm::detail {

/// Jointly normal variables, each of which is known to lie in an interval, and what else is known
/// of them: that some lie in intervals once independent noise is added.
struct TruncatedJointNormal {
    /// A variable plus the noise lies in the interval, which is a likelihood of the variable.
    struct NoisyConstraint {
        std::size_t variable = 0;
        Interval interval;
        Noise noise;

        double log_likelihood(double x) const { return noise.log_probability(x, interval); }
    };

    Eigen::VectorXd means;
    Eigen::MatrixXd covariance;  ///< may be singular
    std::vector<Interval> intervals;
    std::vector<NoisyConstraint> noisy;  ///< of a variable any number

    std::size_t size() const { return intervals.size(); }
    bool is_noisy(std::size_t variable) const;
};

/// The others given the value of the first variable, which varies. What is known of the first one
/// is left out.
TruncatedJointNormal given_first(const TruncatedJointNormal& box, double value);

/// The box of some of its variables, in that order.
TruncatedJointNormal part_of(const TruncatedJointNormal& box,
                             const std::vector<std::size_t>& variables);

/// A box without variables that do not vary or are multiples of others, whose intervals become
/// intervals of the others.
struct ReducedBox {
    /// How a variable follows from one that is kept.
    struct Multiple {
        std::size_t of = 0;  ///< the number of that one among the kept
        double factor = 0;   ///< 0: it does not vary
    };

    TruncatedJointNormal kept;
    std::vector<Multiple> multiples;  ///< of all variables
    /// The log probability of the evidence on variables that do not vary; -inf where that is
    /// impossible.
    double log_probability = 0;

    explicit ReducedBox(const TruncatedJointNormal& box);

private:
    bool follows_from_kept(const TruncatedJointNormal& box, std::size_t variable,
                           const std::vector<std::size_t>& numbers);
};

/// Variables that depend on each other, directly or through others: the groups, and in each those
/// that are noisy first.
std::vector<std::vector<std::size_t>> groups_of(const TruncatedJointNormal& box);

/// How many integrals by quadrature the probability of such a group takes, one inside the other:
/// for each direction in which noisy variables vary and each other one but the last, whose
/// probability is a difference of tails.
std::size_t nested_integrals(const TruncatedJointNormal& group);

}  // namespace pgm::detail
