// Counting of bits, compiled once per instruction set (simd/detail/dispatch.hpp).

#include <pgm/core/simd/detail/pack.hpp>
#include <pgm/data/detail/counting/bit_count.hpp>

namespace pgm::detail {
namespace {

/// The ones of A x B conjunctions at a time, so that every word is loaded for several of them.
template <std::size_t A, std::size_t B>
[[gnu::always_inline]] inline void count_tile(const std::uint64_t* a, std::size_t a_stride,
                                              const std::uint64_t* b, std::size_t b_stride,
                                              std::size_t words, std::size_t shift,
                                              std::uint64_t* counts, std::size_t row) {
    std::uint64_t ones[A][B] = {};
    for (std::size_t word = 0; word < words; ++word) {
#pragma GCC unroll 4
        for (std::size_t i = 0; i < A; ++i) {
#pragma GCC unroll 4
            for (std::size_t j = 0; j < B; ++j)
                ones[i][j] += static_cast<std::uint64_t>(
                    __builtin_popcountll(a[i * a_stride + word] & b[j * b_stride + word]));
        }
    }
    for (std::size_t i = 0; i < A; ++i)
        for (std::size_t j = 0; j < B; ++j) counts[i * row + j] += ones[i][j] << shift;
}

template <std::size_t A>
[[gnu::always_inline]] inline void count_tiles(const std::uint64_t* a, std::size_t a_stride,
                                               bits::Runs b, std::size_t words, std::size_t shift,
                                               std::uint64_t* counts) {
    std::size_t j = 0;
    for (; j + 2 <= b.count; j += 2)
        count_tile<A, 2>(a, a_stride, b.first + j * b.stride, b.stride, words, shift, counts + j,
                         b.count);
    if (j < b.count)
        count_tile<A, 1>(a, a_stride, b.first + j * b.stride, b.stride, words, shift, counts + j,
                         b.count);
}

[[gnu::always_inline]] inline void count_all_pairs(bits::Runs a, bits::Runs b, std::size_t words,
                                                   std::size_t shift, std::uint64_t* counts) {
    std::size_t i = 0;
    for (; i + 4 <= a.count; i += 4)
        count_tiles<4>(a.first + i * a.stride, a.stride, b, words, shift, counts + i * b.count);
    for (; i < a.count; ++i)
        count_tiles<1>(a.first + i * a.stride, a.stride, b, words, shift, counts + i * b.count);
}

/// The bits of a register, but no more than a strip; as many counts as a register has.
constexpr std::size_t register_words = simd::register_doubles < 4 ? simd::register_doubles : 4;
constexpr std::size_t register_counts = 4 * register_words;
using Bits = simd::Vector<std::uint64_t, register_words>;
using Counts = simd::Vector<std::uint16_t, register_counts>;
constexpr std::size_t most_digits = 16;

/// Adds three binary digits, in every place of a register: the digit of the sum stays in `a`.
[[gnu::always_inline]] inline Bits carry_of(Bits& a, Bits b, Bits c) {
    const Bits different = a ^ b;
    const Bits carry = (a & b) | (different & c);
    a = different ^ c;
    return carry;
}

/// The binary digits of the counts, digits[k] those worth 2^k: of the bits of eight rows at a time,
/// and of zeros past the last row.
[[gnu::always_inline]] inline void add_rows(const std::uint64_t* bits, const std::uint32_t* rows,
                                            std::size_t size, std::size_t used, Bits* digits) {
    Bits ones{}, twos{}, fours{};
    for (std::size_t first = 0; first < size; first += 8) {
        Bits row[8];
        for (std::size_t i = 0; i < 8; ++i)
            row[i] = first + i < size ? simd::load<Bits>(bits + rows[first + i] * bits::strip_words)
                                      : Bits{};
        const Bits two = carry_of(ones, row[0], row[1]), other_two = carry_of(ones, row[2], row[3]);
        const Bits four = carry_of(twos, two, other_two);
        const Bits last_two = carry_of(ones, row[4], row[5]), end = carry_of(ones, row[6], row[7]);
        const Bits other_four = carry_of(twos, last_two, end);
        Bits carry = carry_of(fours, four, other_four);
        for (std::size_t digit = 3; digit < used; ++digit) {
            const Bits before = digits[digit];
            digits[digit] = before ^ carry;
            carry &= before;
        }
    }
    digits[0] = ones;
    digits[1] = twos;
    digits[2] = fours;
}

/// Puts the counts of so many bits together from their digits: lane i keeps bit i of a digit.
[[gnu::always_inline]] inline Counts assembled(const Bits* digits, std::size_t used,
                                               std::size_t bit) {
    Counts lanes;
    for (std::size_t i = 0; i < register_counts; ++i)
        lanes[i] = static_cast<std::uint16_t>(std::uint16_t{1} << i);
    Counts sum{};
    for (std::size_t digit = 0; digit < used; ++digit) {
        std::uint64_t words[register_words];
        simd::store(words, digits[digit]);
        const auto here = static_cast<std::uint16_t>(words[bit / 64] >> (bit % 64));
        const auto worth = static_cast<std::uint16_t>(std::uint16_t{1} << digit);
        sum += ((lanes & here) == lanes) & (Counts{} + worth);
    }
    return sum;
}

void count_rows(const std::uint64_t* strip, const std::uint32_t* rows, std::size_t size,
                std::uint16_t* counts) {
    std::size_t used = 3;
    while (size >> used > 0) ++used;
    for (std::size_t word = 0; word < bits::strip_words; word += register_words) {
        Bits digits[most_digits] = {};
        add_rows(strip + word, rows, size, used, digits);
        for (std::size_t bit = 0; bit < 64 * register_words; bit += register_counts)
            simd::store(counts + 64 * word + bit, assembled(digits, used, bit));
    }
}

void count_pairs(bits::Runs a, bits::Runs b, std::size_t words, std::size_t shift,
                 std::uint64_t* counts) {
    count_all_pairs(a, b, words, shift, counts);
}

#if defined(__AVX512F__)
/// Most processors with AVX-512 count the bits of vectors, too.
[[gnu::target("avx512vpopcntdq")]] void count_vector_pairs(bits::Runs a, bits::Runs b,
                                                           std::size_t words, std::size_t shift,
                                                           std::uint64_t* counts) {
    count_all_pairs(a, b, words, shift, counts);
}
#endif

}  // namespace

bits::CountKernels bits::count_kernels(simd::ThisBuild) {
#if defined(__AVX512F__)
    if (__builtin_cpu_supports("avx512vpopcntdq")) return {count_vector_pairs, count_rows, true};
#endif
    return {count_pairs, count_rows, false};
}

}  // namespace pgm::detail
