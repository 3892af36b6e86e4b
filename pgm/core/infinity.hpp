#pragma once

#include <limits>

namespace pgm {

/// Positive infinity. Its negative is the logarithm of 0, and hence of a probability or density
/// that is zero.
inline constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace pgm
