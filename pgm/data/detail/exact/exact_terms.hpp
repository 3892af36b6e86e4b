#pragma once

#include <pgm/core/exact_sum.hpp>

namespace pgm::detail {

/// A whole number of 128 bits.
using WideInteger = __int128;

/// sum += number * 2^exponent
void add_scaled(ExactSum& sum, WideInteger number, int exponent);

/// sum += weight * x * y
void add_weighted(ExactSum& sum, WeightSum weight, double x, double y);

}  // namespace pgm::detail
