#pragma once

#include <pgm/model/cpd/cpd_family.hpp>

#include <span>

namespace pgm::detail {

// Scores of a density, a mixture of components whose weights sum to 1, at the value that came true:
// ContinuousPosterior documents them.

double log_density(std::span<const DensityComponent> components, double x);
double crps(std::span<const DensityComponent> components, double x);

}  // namespace pgm::detail
