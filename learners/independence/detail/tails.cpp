#include <learners/independence/detail/tails.hpp>

#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/gamma.hpp>

#include <cmath>
#include <numbers>

namespace pgm::learners::detail {
namespace {

/// Doubles throughout; a result that is too small for one is 0.
using Policy = boost::math::policies::policy<
    boost::math::policies::promote_double<false>,
    boost::math::policies::underflow_error<boost::math::policies::ignore_error>>;

/// exp of it is 0 as a double, and nothing beside 1.
constexpr double vanishes = -750, negligible = -40;

/// Chernoff's bound: the logarithm of the tail beyond x, on whichever side x lies, is at most this.
double log_bound(double x, double degrees_of_freedom) {
    const double ratio = x / degrees_of_freedom;
    return degrees_of_freedom / 2 * (1 - ratio + std::log(ratio));
}

/// From here on the cube root of chi-square is normal to nine digits (Wilson and Hilferty 1931,
/// "The distribution of chi-square").
constexpr double many = 1e9;

double cube_root_tail(double x, double degrees_of_freedom) {
    const double variance = 2 / (9 * degrees_of_freedom);
    // cbrt(r) - 1 without cancellation near r = 1
    const double excess = std::expm1(std::log1p((x - degrees_of_freedom) / degrees_of_freedom) / 3);
    const double z = (excess + variance) / std::sqrt(variance);
    return boost::math::erfc(z / std::numbers::sqrt2, Policy()) / 2;
}

}  // namespace

double chi_square_upper_tail(double x, double degrees_of_freedom) {
    if (!(x > 0) || !(degrees_of_freedom > 0)) return 1;
    // Far from the middle the bound decides; there the incomplete gamma function would overflow.
    const double bound = log_bound(x, degrees_of_freedom);
    if (x < degrees_of_freedom && !(bound > negligible)) return 1;
    if (x > degrees_of_freedom && !(bound > vanishes)) return 0;
    if (degrees_of_freedom > many) return cube_root_tail(x, degrees_of_freedom);
    return boost::math::gamma_q(degrees_of_freedom / 2, x / 2, Policy());
}

double f_upper_tail(double share_within, double between, double within) {
    if (!(share_within > 0)) return 0;
    if (!(share_within < 1)) return 1;
    return boost::math::ibeta(within / 2, between / 2, share_within, Policy());
}

double normal_two_tails(double z) {
    return boost::math::erfc(std::abs(z) / std::numbers::sqrt2, Policy());
}

}  // namespace pgm::learners::detail
