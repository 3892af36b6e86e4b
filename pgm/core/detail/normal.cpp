#include <pgm/core/detail/normal.hpp>

#include <algorithm>
#include <array>
#include <cmath>

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

}  // namespace

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
