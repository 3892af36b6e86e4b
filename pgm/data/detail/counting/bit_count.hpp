#pragma once

#include <pgm/core/simd/detail/dispatch.hpp>

#include <cstddef>
#include <cstdint>

namespace pgm::detail::bits {

/// Runs of words, `stride` words from one to the next.
struct Runs {
    const std::uint64_t* first = nullptr;
    std::size_t count = 0;
    std::size_t stride = 0;
};

/// Memory begins anywhere: the first place in it whose address is a multiple of so many bytes.
inline std::uint64_t* aligned(std::uint64_t* memory, std::size_t bytes) {
    const std::size_t skipped = (bytes - reinterpret_cast<std::uintptr_t>(memory) % bytes) % bytes;
    return memory + skipped / sizeof(std::uint64_t);
}

/// A table of bits whose rows have `strip_bits` bits each: bit i of row r is bit i % 64 of word
/// r * strip_words + i / 64.
inline constexpr std::size_t strip_bits = 256;
inline constexpr std::size_t strip_words = strip_bits / 64;

/// Counting of ones by a build of bit_count_simd.cpp. Integers, so every processor gives the same.
struct CountKernels {
    /// counts[i * b.count + j] += 2^shift times the number of ones in the conjunction of run i of
    /// `a` and run j of `b`, over their first `words` words, a multiple of 8.
    void (*count_pairs)(Runs a, Runs b, std::size_t words, std::size_t shift,
                        std::uint64_t* counts);
    /// counts[i] becomes the number of those rows of a strip, fewer than 2^16, that have bit i.
    /// Adds whole rows with carry-save adders, the binary digits of all counts side by side (Mula,
    /// Kurz and Lemire 2018, section 2.3).
    void (*count_rows)(const std::uint64_t* strip, const std::uint32_t* rows, std::size_t size,
                       std::uint16_t* counts);
    /// True if the processor counts the ones of vectors, not only of words.
    bool counts_vectors = false;
};
CountKernels count_kernels(simd::Baseline);
CountKernels count_kernels(simd::Avx2);
CountKernels count_kernels(simd::Avx512);
/// The fastest that this processor has.
const CountKernels& best_kernels();

/// One run of words per state: bit r of run s says whether codes[r] == s. Rows past `rows` are zero
/// up to the end of the last word. A missing value is in no run.
void state_bits(const std::uint8_t* codes, std::size_t rows, std::size_t states, std::size_t words,
                std::uint64_t* bits);

}  // namespace pgm::detail::bits
