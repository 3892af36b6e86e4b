#pragma once

#include <pgm/core/exact_sum.hpp>

namespace pgm::detail {

/// sum / weight, rounded once. The weight must not be 0.
double exact_mean(WeightSum weight, const ExactSum& sum);

/// (weight * product - x * y) / weight^2 with x, y, product the sums of w x, w y, w x y, rounded
/// once. Never negative where x and y are the same sum.
double exact_covariance(WeightSum weight, const ExactSum& x, const ExactSum& y,
                        const ExactSum& product);

}  // namespace pgm::detail
