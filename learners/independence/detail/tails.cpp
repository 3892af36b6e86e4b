#include <learners/independence/detail/tails.hpp>

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

/// The chi-square distribution of so many degrees of freedom is so narrow around them that a
/// statistic decides by itself; the incomplete gamma function need not be asked.
constexpr double narrow = 1e15;

}  // namespace

double chi_square_upper_tail(double x, double degrees_of_freedom) {
    if (!(x > 0) || !(degrees_of_freedom > 0)) return 1;
    if (degrees_of_freedom > narrow) return x < degrees_of_freedom ? 1 : 0;
    return boost::math::gamma_q(degrees_of_freedom / 2, x / 2, Policy());
}

double normal_two_tails(double z) {
    return boost::math::erfc(std::abs(z) / std::numbers::sqrt2, Policy());
}

}  // namespace pgm::learners::detail
