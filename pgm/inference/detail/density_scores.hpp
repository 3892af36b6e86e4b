#pragma once

#include <pgm/model/cpd/cpd_family.hpp>

#include <span>

namespace pgm::detail {

// Scores of a density, a mixture of components whose weights sum to 1, at the value that came true:
// ContinuousPosterior documents them.

/// The log density of one component, which is no table, without its weight.
double log_density(const DensityComponent& component, double x);

/// The logarithm of the sum of the components' densities, none of which has to be a double itself.
double log_density(std::span<const DensityComponent> components, double x);

/// The continuous ranked probability score of components X_i with weights w_i:
///
///     sum_i w_i E|X_i - x|  -  sum_ij w_i w_j E|X_i - X_j| / 2.
///
/// The distances are those of the sum W of a normal number N(m, v) and up to two uniform ones: with
/// none, E|W| = A(m, v) = 2 sqrt(v) phi(m / sqrt(v)) + m (2 Phi(m / sqrt(v)) - 1); a uniform number
/// on [-h, h] makes of a function of m the mean over [m - h, m + h], a difference of its
/// antiderivative.
double crps(std::span<const DensityComponent> components, double x);

}  // namespace pgm::detail
