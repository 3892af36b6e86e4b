#include <pgm/core/detail/normal.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace pgm::detail {
namespace {

/// Coefficients from the highest power down.
using Polynomial = std::array<double, 8>;

double value_of(const Polynomial& polynomial, double x) {
    double value = 0;
    for (const double coefficient : polynomial) value = value * x + coefficient;
    return value;
}

// Three rational functions: around the median, in the tails, far out.
constexpr Polynomial middle_above = {
    2509.0809287301226727, 33430.575583588128105, 67265.770927008700853, 45921.953931549871457,
    13731.693765509461125, 1971.5909503065514427, 133.14166789178437745, 3.387132872796366608};
constexpr Polynomial middle_below = {
    5226.495278852545925,  28729.085735721942674, 39307.89580009271061,  21213.794301586595867,
    5394.1960214247511077, 687.1870074920579083,  42.313330701600911252, 1};
constexpr Polynomial tail_above = {7.7454501427834140764e-4, .0227238449892691845833,
                                   .24178072517745061177,    1.27045825245236838258,
                                   3.64784832476320460504,   5.7694972214606914055,
                                   4.6303378461565452959,    1.42343711074968357734};
constexpr Polynomial tail_below = {1.05075007164441684324e-9, 5.475938084995344946e-4,
                                   .0151986665636164571966,   .14810397642748007459,
                                   .68976733498510000455,     1.6763848301838038494,
                                   2.05319162663775882187,    1};
constexpr Polynomial far_above = {2.01033439929228813265e-7, 2.71155556874348757815e-5,
                                  .0012426609473880784386,   .026532189526576123093,
                                  .29656057182850489123,     1.7848265399172913358,
                                  5.4637849111641143699,     6.6579046435011037772};
constexpr Polynomial far_below = {2.04426310338993978564e-15, 1.4215117583164458887e-7,
                                  1.8463183175100546818e-5,   7.868691311456132591e-4,
                                  .0148753612908506148525,    .13692988092273580531,
                                  .59983220655588793769,      1};

/// log P(Z > z).
double log_upper_tail(double z) {
    // erfc has all its digits as long as it is no subnormal number.
    if (z < 35) return std::log(0.5 * std::erfc(z / std::numbers::sqrt2));
    if (z == infinity) return -infinity;
    // The asymptotic series of Mills' ratio, of which six terms are exact from here on.
    const double x = 1 / (z * z);
    const double series = -x * (1 - x * (3 - x * (15 - x * (105 - x * 945))));
    return -0.5 * z * z - std::log(z) - log_sqrt_two_pi + std::log1p(series);
}

// Abscissas and weights of the Gauss-Legendre rule of ten points on [-1, 1].
constexpr std::array<std::array<double, 2>, 5> ten_points = {
    {{0.14887433898163122, 0.29552422471475287},
     {0.43339539412924719, 0.26926671930999636},
     {0.67940956829902441, 0.21908636251598204},
     {0.86506336668898451, 0.14945134915058059},
     {0.97390652851717172, 0.06667134430868814}}};

/// log of the integral of the normal density over a narrow interval around `center`, which a
/// difference of tails would leave few digits of.
double log_narrow_probability(double center, double half_width) {
    double sum = 0;  // relative to the density at the center
    for (const auto& [abscissa, weight] : ten_points) {
        const double step = abscissa * half_width;
        // exp(-((c + h)^2 - c^2) / 2) on both sides of the center.
        sum += 2 * weight * std::exp(-0.5 * step * step) * std::cosh(center * step);
    }
    return -0.5 * center * center - log_sqrt_two_pi + std::log(half_width) + std::log(sum);
}

}  // namespace

double log_normal_probability(const Interval& interval) {
    auto [low, high] = interval;
    if (!(low < high)) return -infinity;
    if (low + high < 0) {
        low = -high;
        high = -interval.above;
    }
    const double half_width = 0.5 * (high - low), center = low + half_width;
    if (half_width * (1 + std::abs(center)) < 0.5)
        return log_narrow_probability(center, half_width);
    if (low < 0) {
        // Around the middle what is outside is the smaller part, or no digits are lost.
        const double outside = std::exp(log_upper_tail(-low)) + std::exp(log_upper_tail(high));
        return std::log1p(-outside);
    }
    const double tail = log_upper_tail(low);
    return tail + std::log1p(-std::exp(log_upper_tail(high) - tail));
}

double normal_log_density(double x, double mean, double variance) {
    const double z = (x - mean) / std::sqrt(variance);  // squared only then: distances may be 1e308
    return -0.5 * (z * z + std::log(variance)) - log_sqrt_two_pi;
}

double normal_quantile(double p) {
    const double q = p - 0.5;
    if (std::abs(q) <= 0.425) {
        const double r = 0.180625 - q * q;
        return q * value_of(middle_above, r) / value_of(middle_below, r);
    }
    const double r = std::sqrt(-std::log(std::min(p, 1 - p)));
    const double distance = r <= 5 ? value_of(tail_above, r - 1.6) / value_of(tail_below, r - 1.6)
                                   : value_of(far_above, r - 5) / value_of(far_below, r - 5);
    return q < 0 ? -distance : distance;
}

double standard_normal(Rng& rng) {
    return normal_quantile(rng.uniform() + 0x1p-54);  // in the middle of its cell: neither 0 nor 1
}

}  // namespace pgm::detail
