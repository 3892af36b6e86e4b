#pragma once

#include <limits>

namespace pgm::detail {

/// -infinity is the logarithm of an impossible event; infinity the end of a half line.
inline constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace pgm::detail
