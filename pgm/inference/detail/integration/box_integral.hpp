#pragma once

#include <pgm/inference/detail/integration/truncated_joint_normal.hpp>

#include <Eigen/Core>

#include <cstddef>

namespace pgm::detail {

/// Moments of the variables of a box given all that is known of them.
struct BoxMoments {
    double log_probability = 0;  ///< of what is known; -inf where it is impossible
    Eigen::VectorXd means;
    Eigen::MatrixXd covariance;
};

/// Most integrals by quadrature that are taken one inside the other (nested_integrals()), and so
/// most variables without noise that depend on each other. Independent groups may be any number.
inline constexpr std::size_t most_nested_integrals = 2;
inline constexpr std::size_t most_box_variables = most_nested_integrals + 1;

/// log P(all variables lie in their intervals, with noise or without), with relative errors of
/// about 1e-13 of the probability also far out.
///
/// Variables that do not vary or are multiples of others are taken out first, and groups that are
/// independent of each other are multiplied. One variable without noise is a difference of tails.
/// Otherwise the probability is the integral over the first variable z of
///
///     N(z; 0, 1)  P(z lies in its intervals)  P(the others lie in theirs | z),
///
/// a positive, log-concave function with one maximum, as the density of logistic noise is
/// log-concave, too (Prekopa 1973, "On logarithmic concave measures and functions"): Gauss-Legendre
/// rules on the pieces of its support. The probability of the others is such an integral again.
/// Throws TooLargeError for more than two, one inside the other.
double log_probability(const TruncatedJointNormal& box);

/// Means and covariances given what is known by the same integrals. Where that is impossible only
/// log_probability has a meaning.
BoxMoments moments(const TruncatedJointNormal& box);

}  // namespace pgm::detail
