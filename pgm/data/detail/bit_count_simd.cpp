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
#endif

}  // namespace

bits::CountKernels bits::count_kernels(simd::ThisBuild) {
#if defined(__AVX512F__)
    if (__builtin_cpu_supports("avx512vpopcntdq")) return {count_vectors};
#endif
    return {count};
}

}  // namespace pgm::detail
