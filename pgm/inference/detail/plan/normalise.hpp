#pragma once

#include <pgm/core/simd/detail/pack.hpp>

#include <span>

namespace pgm::detail {

/// One after the other, the first first: plain numbers and those of extended range alike.
template <class Number>
Number sum_in_order(std::span<const Number> values) {
    Number sum{};
    for (const Number& value : values) sum = sum + value;
    return sum;
}

/// probabilities = values / sum(values), one value per probability; the sum must not be zero. Two
/// at a time, for most variables have two states.
inline void normalise(const double* values, std::span<double> probabilities) {
    using Two = simd::Vector<double, 2>;
    if (probabilities.size() == 2) {
        const Two pair = Two{values[0], values[1]} / (values[0] + values[1]);
        probabilities[0] = pair[0];
        probabilities[1] = pair[1];
        return;
    }
    const std::size_t last = probabilities.size() - 1,
                      paired = probabilities.size() & ~std::size_t{1};
    double sum = 0;
    for (std::size_t i = 0; i != paired; i += 2) sum = sum + values[i] + values[i + 1];
    if (paired == last) sum += values[last];
    for (std::size_t i = 0; i != paired; i += 2) {
        const Two pair = Two{values[i], values[i + 1]} / sum;
        probabilities[i] = pair[0];
        probabilities[i + 1] = pair[1];
    }
    if (paired == last) probabilities[last] = values[last] / sum;
}

}  // namespace pgm::detail
