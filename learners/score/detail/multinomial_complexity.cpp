#include <learners/score/detail/multinomial_complexity.hpp>

#include <cmath>
#include <numbers>

namespace pgm::learners::detail {
namespace {

constexpr std::size_t rows_by_sum = 1024;
constexpr double states_by_recurrence = 65536;

/// Ramanujan's Q, term by term until the next one leaves no trace.
double ramanujan_sum(double n) {
    double sum = 0, term = 1;
    for (double i = 0; i < n && term > 1e-20; ++i) {
        term *= (n - i) / n;
        sum += term;
    }
    return sum;
}

/// Its series in powers of n^(-1/2), (Knuth, The Art of Computer Programming 1, section 1.2.11.3).
double ramanujan_series(double n) {
    const double root = std::sqrt(std::numbers::pi / (2 * n));
    return root * (n + 1.0 / 12 + 1 / (288 * n) - 139 / (51840 * n * n)) - 1.0 / 3 - 4 / (135 * n) +
           8 / (2835 * n * n);
}

double szpankowski_weinberger(double states, double n) {
    const double a = states / n;
    // c - 1 by itself, since c is next to 1 where there are many states to a row.
    const double c_less_one = 2 / (a * (std::sqrt(1 + 4 / a) + 1)), c = 1 + c_less_one;
    return n * (std::log(a) + (a + 2) * std::log1p(c_less_one) - 1 / c) - 0.5 * std::log(c + 2 / a);
}

}  // namespace

MultinomialComplexity::MultinomialComplexity() {
    for (std::size_t n = 0; n < rows_by_sum; ++n)
        two_states_.push_back(1 + ramanujan_sum(static_cast<double>(n)));
}

double MultinomialComplexity::operator()(double states, std::uint64_t rows) const {
    if (rows == 0 || states < 2) return 0;
    const double n = static_cast<double>(rows);
    if (states > states_by_recurrence) return szpankowski_weinberger(states, n);
    // The ratios C(k + 1) / C(k) follow from one another, and C is their product, whose logarithm
    // is taken before it overflows.
    double ratio = rows < rows_by_sum ? two_states_[rows] : 1 + ramanujan_series(n);
    double product = ratio, sum = 0;
    for (double k = 1; k + 2 <= states; ++k) {
        ratio = 1 + n / (k * ratio);
        product *= ratio;
        if (product > 1e200) {
            sum += std::log(product);
            product = 1;
        }
    }
    return sum + std::log(product);
}

}  // namespace pgm::learners::detail
