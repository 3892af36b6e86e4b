#include <pgm/core/detail/scaled.hpp>

#include <pgm/core/numbers.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::detail {

int excess_exponent_of_any(double largest) {
    return largest == 0 ? 0 : std::ilogb(largest);
}

void scale_down(std::span<double> numbers, int exponent) {
    for (double& number : numbers) number = std::scalbn(number, -exponent);
}

int rescale(std::span<double> numbers) {
    const int exponent = excess_exponent(*std::ranges::max_element(numbers));
    if (exponent != 0) scale_down(numbers, exponent);
    return exponent;
}

double log_sum_exp(std::span<const double> logs) {
    const double largest = *std::ranges::max_element(logs);
    if (largest == -infinity) return -infinity;
    double sum = 0;
    for (const double log : logs) sum += std::exp(log - largest);
    return largest + std::log(sum);
}

}  // namespace pgm::detail
