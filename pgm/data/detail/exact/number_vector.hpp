#pragma once

#include <pgm/data/detail/exact/moment_kernels.hpp>

#include <cstring>

namespace pgm::detail::kernels {

// Vectors of eight doubles in the notation of g++ and clang++; where the processor has shorter
// ones, each is several. For operations that are exact, so that it makes no difference to the
// result which instructions are used.
using Numbers = double __attribute__((vector_size(64)));
using Words = std::int64_t __attribute__((vector_size(64)));

/// Adding and subtracting it rounds to a whole number.
inline constexpr double shifter = 0x1.8p52;

[[gnu::always_inline]] inline Numbers load(const double* from) {
    Numbers numbers;
    std::memcpy(&numbers, from, sizeof numbers);
    return numbers;
}

[[gnu::always_inline]] inline void store(double* to, const Numbers& numbers) {
    std::memcpy(to, &numbers, sizeof numbers);
}

/// The sum of eight whole numbers of at most 2^53.
[[gnu::always_inline]] inline std::int64_t sum_of(const Numbers& numbers) {
    const Words words = __builtin_convertvector(numbers, Words);
    std::int64_t sum = 0;
    for (std::size_t lane = 0; lane < lanes; ++lane) sum += words[lane];
    return sum;
}

/// Whether all bits of all lanes are set.
[[gnu::always_inline]] inline bool is_true_everywhere(const Words& words) {
    std::int64_t all = -1;
    for (std::size_t lane = 0; lane < lanes; ++lane) all &= words[lane];
    return all == -1;
}

}  // namespace pgm::detail::kernels
