#include <pgm/data/detail/counting/bit_count.hpp>

#include <algorithm>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace pgm::detail::bits {
namespace {

/// Marks those of 64 rows that have the code.
std::uint64_t rows_with(std::uint8_t code, const std::uint8_t* codes) {
    std::uint64_t word = 0;
#if defined(__SSE2__)
    const __m128i wanted = _mm_set1_epi8(static_cast<char>(code));
    for (unsigned part = 0; part < 4; ++part) {
        const __m128i sixteen =
            _mm_loadu_si128(reinterpret_cast<const __m128i*>(codes + 16 * part));
        word |=
            std::uint64_t{static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(sixteen, wanted)))}
            << (16 * part);
    }
#else
    for (unsigned row = 0; row < 64; ++row) word |= std::uint64_t{codes[row] == code} << row;
#endif
    return word;
}

}  // namespace

const CountKernels& best_kernels() {
    static const CountKernels best =
        simd::best([](auto instruction_set) { return count_kernels(instruction_set); });
    return best;
}

void state_bits(const std::uint8_t* codes, std::size_t rows, std::size_t states, std::size_t words,
                std::uint64_t* bits) {
    const std::size_t whole = rows / 64;
    std::uint8_t last[64];
    std::fill(last, last + 64, std::uint8_t{255});
    std::copy(codes + 64 * whole, codes + rows, last);
    for (std::size_t state = 0; state < states; ++state, bits += words) {
        const auto code = static_cast<std::uint8_t>(state);
        for (std::size_t word = 0; word < whole; ++word)
            bits[word] = rows_with(code, codes + 64 * word);
        if (whole < words) bits[whole] = rows_with(code, last);
        std::fill(bits + std::min(whole + 1, words), bits + words, std::uint64_t{0});
    }
}

}  // namespace pgm::detail::bits
