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

/// Ramanujan's series in powers of n^(-1/2) (Knuth, The Art of Computer Programming 1, section
/// 1.2.11.3).
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

/// The ratios C(k + 1) / C(k) follow from one another, and C is their product, whose logarithm is
/// taken before it overflows.
class LogProduct {
public:
    LogProduct(double of_two_states, double rows)
        : rows_(rows), ratio_(of_two_states), product_(of_two_states) {}

    double value() const { return sum_ + std::log(product_); }

    void add_state() {
        ratio_ = 1 + rows_ / (states_ * ratio_);
        ++states_;
        product_ *= ratio_;
        if (product_ <= 1e200) return;
        sum_ += std::log(product_);
        product_ = 1;
    }

private:
    double rows_, ratio_, product_;
    double sum_ = 0, states_ = 1;
};

}  // namespace

MultinomialComplexity::MultinomialComplexity(std::uint64_t usual_rows) : usual_rows_(usual_rows) {
    for (std::size_t n = 0; n < rows_by_sum; ++n)
        two_states_.push_back(1 + ramanujan_sum(static_cast<double>(n)));
    if (usual_rows == 0) return;
    LogProduct product(of_two_states(usual_rows), static_cast<double>(usual_rows));
    for (double states = 2; states <= states_by_recurrence; ++states, product.add_state())
        of_usual_rows_.push_back(product.value());
}

double MultinomialComplexity::of_two_states(std::uint64_t rows) const {
    return rows < rows_by_sum ? two_states_[rows] : 1 + ramanujan_series(static_cast<double>(rows));
}

double MultinomialComplexity::operator()(double states, std::uint64_t rows) const {
    if (rows == 0 || states < 2) return 0;
    if (states > states_by_recurrence)
        return szpankowski_weinberger(states, static_cast<double>(rows));
    if (rows == usual_rows_) return of_usual_rows_[static_cast<std::size_t>(states) - 2];
    LogProduct product(of_two_states(rows), static_cast<double>(rows));
    for (double k = 3; k <= states; ++k) product.add_state();
    return product.value();
}

}  // namespace pgm::learners::detail
