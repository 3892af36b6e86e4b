#pragma once

#include <pgm/core/random.hpp>

#include <cmath>
#include <numbers>

namespace pgm::tests {

/// The logarithm of the density of N(mean, variance) at x, by its formula.
inline double gaussian_log_density(double x, double mean, double variance) {
    const double z = (x - mean) / std::sqrt(variance);
    return -0.5 * (z * z + std::log(2 * std::numbers::pi * variance));
}

/// A number of N(0, 1) by the transformation of Box and Muller (1958).
inline double gaussian_number(Rng& rng) {
    const double radius = std::sqrt(-2 * std::log1p(-rng.uniform()));
    return radius * std::cos(2 * std::numbers::pi * rng.uniform());
}

}  // namespace pgm::tests
