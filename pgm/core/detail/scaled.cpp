#include <pgm/core/detail/scaled.hpp>

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

}  // namespace pgm::detail
