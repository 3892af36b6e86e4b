#pragma once

#include <pgm/core/numbers.hpp>

#include <Eigen/Core>

#include <cstddef>
#include <vector>

namespace pgm::detail {

/// Jointly normal variables, each of which is known to lie in an interval.
struct NormalBox {
    Eigen::VectorXd means;
    Eigen::MatrixXd covariance;  ///< may be singular
    std::vector<Interval> intervals;

    std::size_t size() const { return intervals.size(); }
};

/// The others given the value of the first variable, which varies.
NormalBox given_first(const NormalBox& box, double value);

/// Moments of the variables of a box inside it.
struct BoxMoments {
    double log_probability = 0;  ///< of the box; -inf where it is impossible
    Eigen::VectorXd means;
    Eigen::MatrixXd covariance;
};

/// Most variables that depend on each other in a box; independent groups may be any number.
inline constexpr std::size_t most_box_variables = 3;

/// log P(all variables lie in their intervals), with relative errors of about 1e-13 of the
/// probability also far out.
///
/// Variables that do not vary or are multiples of others are taken out first, and groups that are
/// independent of each other are multiplied. One variable is a difference of tails. Of two the
/// probability is the integral of the first one's density times the probability of the other given
/// it, which is a positive, log-concave function with one maximum (Prekopa 1973, "On logarithmic
/// concave measures and functions"): Gauss-Legendre rules on the pieces of its support. Of three
/// likewise, with that integral inside. Throws TooLargeError for more.
double log_probability(const NormalBox& box);

/// Means and covariances inside the box by the same integrals. Where the box is impossible only
/// log_probability has a meaning.
BoxMoments moments(const NormalBox& box);

}  // namespace pgm::detail
