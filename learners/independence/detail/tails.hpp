#pragma once

namespace pgm::learners::detail {

/// P(X >= x) of a chi-square distribution, computed as the upper tail itself: 1e-300 is that and
/// not 0. 1 for x <= 0 and for no degrees of freedom.
double chi_square_upper_tail(double x, double degrees_of_freedom);

/// P(|Z| >= |z|) of a standard normal distribution, likewise.
double normal_two_tails(double z);

/// P(F >= f) of Fisher's F distribution, by the share of the sum of squares that is left within:
/// share = w / (w + b f) with b degrees of freedom between and w within, both above 0.
/// P(|T| >= |t|) of Student's t is that of b = 1 and f = t^2: of a correlation r, share = 1 - r^2.
double f_upper_tail(double share_within, double between, double within);

}  // namespace pgm::learners::detail
