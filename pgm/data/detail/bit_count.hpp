#pragma once

#include <pgm/core/simd/detail/dispatch.hpp>

#include <cstddef>
#include <cstdint>

namespace pgm::detail::bits {

/// counts[s] += the number of ones in mask & bits[s], for each of `states` runs of `words` words
/// that lie one behind the other. Uses the population count of the processor, vectors of them where
/// it has those. Integers, so every processor gives the same.
void count_ones_under(const std::uint64_t* mask, const std::uint64_t* bits, std::size_t states,
                      std::size_t words, std::uint64_t* counts);

/// A build of bit_count_simd.cpp.
struct CountKernels {
    void (*count)(const std::uint64_t* mask, const std::uint64_t* bits, std::size_t states,
                  std::size_t words, std::uint64_t* counts);
};
CountKernels count_kernels(simd::Baseline);
CountKernels count_kernels(simd::Avx2);
CountKernels count_kernels(simd::Avx512);

/// One run of words per state: bit r of run s says whether codes[r] == s. Rows past `rows` are zero
/// up to the end of the last word. A missing cell is in no run.
void state_bits(const std::uint8_t* codes, std::size_t rows, std::size_t states, std::size_t words,
                std::uint64_t* bits);

}  // namespace pgm::detail::bits
