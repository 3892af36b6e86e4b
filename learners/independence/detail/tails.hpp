#pragma once

namespace pgm::learners::detail {

/// P(X >= x) of a chi-square distribution, computed as the upper tail itself: 1e-300 is that and
/// not 0. 1 for x <= 0 and for no degrees of freedom.
double chi_square_upper_tail(double x, double degrees_of_freedom);

/// P(|Z| >= |z|) of a standard normal distribution, likewise.
double normal_two_tails(double z);

}  // namespace pgm::learners::detail
