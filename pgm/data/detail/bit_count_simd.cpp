// Counting under a mask, compiled once per instruction set (simd/detail/dispatch.hpp).

#include <pgm/core/simd/detail/pack.hpp>
#include <pgm/data/detail/bit_count.hpp>

namespace pgm::detail {
namespace {

[[gnu::always_inline]] inline void count_states(const std::uint64_t* mask,
                                                const std::uint64_t* bits, std::size_t states,
                                                std::size_t words, std::uint64_t* counts) {
    for (std::size_t state = 0; state < states; ++state, bits += words) {
        std::uint64_t ones = 0;
        for (std::size_t word = 0; word < words; ++word)
            ones += static_cast<std::uint64_t>(__builtin_popcountll(mask[word] & bits[word]));
        counts[state] += ones;
    }
}

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

void count_pairs(bits::Runs a, bits::Runs b, std::size_t words, std::size_t shift,
                 std::uint64_t* counts) {
    count_all_pairs(a, b, words, shift, counts);
}

void count(const std::uint64_t* mask, const std::uint64_t* bits, std::size_t states,
           std::size_t words, std::uint64_t* counts) {
    count_states(mask, bits, states, words, counts);
}

#if defined(__AVX512F__)
/// Most processors with AVX-512 count the bits of vectors, too.
[[gnu::target("avx512vpopcntdq")]] void count_vectors(const std::uint64_t* mask,
                                                      const std::uint64_t* bits, std::size_t states,
                                                      std::size_t words, std::uint64_t* counts) {
    count_states(mask, bits, states, words, counts);
}

[[gnu::target("avx512vpopcntdq")]] void count_vector_pairs(bits::Runs a, bits::Runs b,
                                                           std::size_t words, std::size_t shift,
                                                           std::uint64_t* counts) {
    count_all_pairs(a, b, words, shift, counts);
}
#endif

}  // namespace

bits::CountKernels bits::count_kernels(simd::ThisBuild) {
#if defined(__AVX512F__)
    if (__builtin_cpu_supports("avx512vpopcntdq")) return {count_vectors, count_vector_pairs, true};
#endif
    return {count, count_pairs, false};
}

}  // namespace pgm::detail
