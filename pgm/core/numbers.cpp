#include <pgm/core/numbers.hpp>

#include <algorithm>
#include <cmath>

namespace pgm {

double log_sum_exp(std::span<const double> logs) {
    const double largest = *std::ranges::max_element(logs);
    if (largest == -infinity) return -infinity;
    double sum = 0;
    for (const double log : logs) sum += std::exp(log - largest);
    return largest + std::log(sum);
}

double log_sum_exp(double a, double b) {
    const auto [less, more] = std::minmax(a, b);
    return std::isinf(more) ? more : more + std::log1p(std::exp(less - more));
}

double normalise_logs(std::span<double> logs) {
    const double largest = *std::ranges::max_element(logs);
    double sum = 0;
    for (double& log : logs) sum += log = largest == -infinity ? 0 : std::exp(log - largest);
    if (!(sum > 0)) return -infinity;
    for (double& probability : logs) probability /= sum;
    return largest + std::log(sum);
}

}  // namespace pgm
