#pragma once

#include <cmath>

namespace pgm::learners::detail {

/// ln G(x) for x > 0. Unlike std::lgamma, which writes a variable of the whole program, it may be
/// called from many threads.
inline double log_gamma(double x) {
    int sign = 0;
    return ::lgamma_r(x, &sign);
}

}  // namespace pgm::learners::detail
