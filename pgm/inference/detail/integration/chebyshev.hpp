#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace pgm::detail {

// Polynomials of degree 16 on [-1, 1], as they are interpolated (Trefethen 2013, "Approximation
// Theory and Approximation Practice"): p(t) = sum_k c_k T_k(t), through values at the points
// cos(pi i / 16). Of a smooth function the coefficients fall off geometrically, so that the last
// ones say how far p is from it.

inline constexpr std::size_t chebyshev_points = 17;

using ChebyshevValues = std::array<double, chebyshev_points>;

/// The points, from 1 down to -1.
const ChebyshevValues& chebyshev_nodes();

/// c_0, ..., c_16 of the polynomial with these values at the points.
ChebyshevValues chebyshev_coefficients(const ChebyshevValues& values);

/// p(t) by Clenshaw's recurrence.
double chebyshev_sum(std::span<const double> coefficients, double t);

/// The position of x between `low` (-1) and `high` (1), without a loss of digits near either.
double chebyshev_argument(double low, double high, double x);

/// The error that the last coefficients suggest, in the units of the values.
double chebyshev_remainder(const ChebyshevValues& coefficients);

}  // namespace pgm::detail
