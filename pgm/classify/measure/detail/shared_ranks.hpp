#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

namespace pgm::detail {

/// Measures that are nearer to each other are equal: 14/15 - 13/15 and 12/15 - 11/15 differ in
/// their last bits alone.
inline constexpr double equal_measures = 1e-12;

/// The ranks of some numbers: 1 for the smallest. Equal numbers share the mean of their ranks.
inline std::vector<double> shared_ranks(std::span<const double> numbers) {
    std::vector<std::size_t> order(numbers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return numbers[i]; });
    std::vector<double> ranks(numbers.size());
    for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
        while (end < order.size() && numbers[order[end]] - numbers[order[begin]] <= equal_measures)
            ++end;
        for (std::size_t i = begin; i < end; ++i)
            ranks[order[i]] = static_cast<double>(begin + 1 + end) / 2;
    }
    return ranks;
}

}  // namespace pgm::detail
