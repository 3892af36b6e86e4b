#pragma once

#include <pgm/core/numbers.hpp>

#include <array>

namespace pgm::detail {

/// Abscissas and weights of the Gauss-Legendre rule of 16 points on [-1, 1].
inline constexpr std::array<std::array<double, 2>, 8> gauss_legendre_16 = {
    {{0.09501250983763744, 0.18945061045506850},
     {0.28160355077925891, 0.18260341504492359},
     {0.45801677765722739, 0.16915651939500254},
     {0.61787624440264375, 0.14959598881657673},
     {0.75540440835500303, 0.12462897125553387},
     {0.86563120238783174, 0.09515851168249278},
     {0.94457502307323258, 0.06225352393864789},
     {0.98940093499164993, 0.02715245941175409}}};

/// The part of a normal distribution that lies in an interval.
struct TruncatedNormal {
    double log_probability = -infinity;  ///< of the interval
    double mean = 0;  ///< inside, as the variance; meaningless where there is none
    double variance = 0;
};

/// The moments to rounding of the result, also far out and of narrow intervals, where the
/// textbook's formulas are differences of nearly equal numbers. The variance must be positive;
/// without `needs_moments` only the probability is worked out.
TruncatedNormal truncated_normal(double mean, double variance, const Interval& interval,
                                 bool needs_moments);

}  // namespace pgm::detail
