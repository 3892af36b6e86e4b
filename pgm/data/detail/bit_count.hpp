#pragma once

#include <pgm/core/simd/detail/dispatch.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace pgm::detail::bits {

/// counts[s] += the number of ones in mask & bits[s], for each of `states` runs of `words` words
/// that lie one behind the other. Uses the population count of the processor, vectors of them where
/// it has those. Integers, so every processor gives the same.
void count_ones_under(const std::uint64_t* mask, const std::uint64_t* bits, std::size_t states,
                      std::size_t words, std::uint64_t* counts);

/// Runs of words, `stride` words from one to the next.
struct Runs {
    const std::uint64_t* first = nullptr;
    std::size_t count = 0;
    std::size_t stride = 0;
};

/// counts[i * b.count + j] += 2^shift times the number of ones in the conjunction of run i of `a`
/// and run j of `b`, over their first `words` words, a multiple of 8.
void count_ones_of_pairs(Runs a, Runs b, std::size_t words, std::size_t shift,
                         std::uint64_t* counts);

/// A table of bits whose rows have `strip_bits` bits each: bit i of row r is bit i % 64 of word
/// r * strip_words + i / 64.
inline constexpr std::size_t strip_bits = 256;
inline constexpr std::size_t strip_words = strip_bits / 64;

/// counts[i] becomes the number of those rows, fewer than 2^16, that have bit i. Adds whole rows
/// with carry-save adders, the binary digits of all counts side by side (Mula, Kurz and Lemire
/// 2018, section 2.3).
void count_bits_of_rows(const std::uint64_t* strip, std::span<const std::uint32_t> rows,
                        std::uint16_t* counts);

/// The predicted time of counting, in units of one word of a conjunction on a processor that counts
/// the ones of words only (bench/family_counter_bench.cpp).
struct CountCosts {
    double word_of_pair;  ///< of count_ones_of_pairs()
    double row_of_strip;  ///< of count_bits_of_rows(), for each row
    double strip;         ///< of count_bits_of_rows(), however many rows there are
};
CountCosts count_costs();

/// A table of more cells is counted faster by computing the cell of each row (bench/
/// family_counter_bench.cpp): the processor counts the ones of a vector or only those of a word.
std::size_t most_cells_by_ones();

/// A build of bit_count_simd.cpp.
struct CountKernels {
    void (*count)(const std::uint64_t* mask, const std::uint64_t* bits, std::size_t states,
                  std::size_t words, std::uint64_t* counts);
    void (*count_pairs)(Runs a, Runs b, std::size_t words, std::size_t shift,
                        std::uint64_t* counts);
    void (*count_rows)(const std::uint64_t* strip, const std::uint32_t* rows, std::size_t size,
                       std::uint16_t* counts);
    bool counts_vectors = false;
};
CountKernels count_kernels(simd::Baseline);
CountKernels count_kernels(simd::Avx2);
CountKernels count_kernels(simd::Avx512);

/// One run of words per state: bit r of run s says whether codes[r] == s. Rows past `rows` are zero
/// up to the end of the last word. A missing value is in no run.
void state_bits(const std::uint8_t* codes, std::size_t rows, std::size_t states, std::size_t words,
                std::uint64_t* bits);

}  // namespace pgm::detail::bits
