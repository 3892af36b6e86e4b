#pragma once

#include <pgm/core/numbers.hpp>
#include <pgm/core/random.hpp>

namespace pgm::detail {

/// log sqrt(2 pi)
inline constexpr double log_sqrt_two_pi = 0.91893853320467274178;

/// How far a value may be from a point mass that it is at, relative to the numbers that the two are
/// computed from.
inline constexpr double point_mass_tolerance = 1e-12;

/// The logarithm of the density of N(mean, variance) at x; the variance must be positive.
double normal_log_density(double x, double mean, double variance);

/// log P(above < Z <= up_to) of a standard normal variable, to a few units in the last place also
/// far out and of narrow intervals; -inf for an empty one.
double log_normal_probability(const Interval& interval);

/// The number below which a standard normal variable lies with probability p, 0 < p < 1 (algorithm
/// AS 241 of Wichura 1988, "The percentage points of the normal distribution", relative error about
/// 1e-16).
///
/// It is written out here although Boost.Math has one: that takes twice as long, which sampling
/// feels, and differs in the last bit of two numbers of three, hence would change every sample that
/// was ever drawn with a given seed.
double normal_quantile(double p);

/// A standard normal number by inversion: one number of `rng` each, so that how many were drawn
/// never depends on the values.
double standard_normal(Rng& rng);

}  // namespace pgm::detail
