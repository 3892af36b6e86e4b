#include <io/csv/detail/csv_index.hpp>

#include <pgm/core/text/characters.hpp>

#include <algorithm>
#include <bit>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace pgm::io::detail {
namespace {

bool is_structural(char c, char delimiter) {
    return c == delimiter || is_line_end(c) || c == '"';
}

#if defined(__SSE2__)

/// Classes of 64 bytes, with one bit for each of them or for each of sixteen at a time.
struct ByteMasks {
    std::uint64_t structural = 0;
    __m128i nul = _mm_setzero_si128(), quotes = _mm_setzero_si128();
    __m128i line_ends = _mm_setzero_si128();  ///< minus their number, by place
};

ByteMasks masks_of(const char* text, char delimiter) {
    const auto all = [](char c) { return _mm_set1_epi8(c); };
    ByteMasks masks;
    for (unsigned part = 0; part < 4; ++part) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + 16 * part));
        const __m128i ends =
            _mm_or_si128(_mm_cmpeq_epi8(bytes, all('\n')), _mm_cmpeq_epi8(bytes, all('\r')));
        const __m128i quotes = _mm_cmpeq_epi8(bytes, all('"'));
        const __m128i marks = _mm_or_si128(_mm_cmpeq_epi8(bytes, all(delimiter)), quotes);
        const __m128i structural = _mm_or_si128(ends, marks);
        masks.structural |= std::uint64_t{static_cast<unsigned>(_mm_movemask_epi8(structural))}
                            << (16 * part);
        masks.nul = _mm_or_si128(masks.nul, _mm_cmpeq_epi8(bytes, _mm_setzero_si128()));
        masks.quotes = _mm_or_si128(masks.quotes, quotes);
        masks.line_ends = _mm_add_epi8(masks.line_ends, ends);
    }
    return masks;
}

/// The sum of sixteen bytes, in two halves.
__m128i sums(__m128i bytes) {
    return _mm_sad_epu8(bytes, _mm_setzero_si128());
}

std::uint64_t sum_of_halves(__m128i sums) {
    std::uint64_t halves[2];
    _mm_storeu_si128(reinterpret_cast<__m128i*>(halves), sums);
    return halves[0] + halves[1];
}

#endif

}  // namespace

void CsvIndex::find(std::string_view text, char delimiter) {
    constexpr std::size_t block = std::size_t{1} << 18;  // bytes, and at most as many offsets
    count_ = line_ends_ = 0;
    has_nul_ = has_quotes_ = false;
    for (std::size_t begin = 0; begin < text.size(); begin += block) {
        const std::size_t end = std::min(text.size(), begin + block);
        make_room(count_ + (end - begin));
        add_block(text.data(), begin, end, delimiter);
    }
}

void CsvIndex::make_room(std::size_t room) {
    if (room <= room_) return;
    room_ = std::max(room, 2 * room_);
    auto larger = std::make_unique_for_overwrite<std::uint32_t[]>(room_);
    std::copy_n(offsets_.get(), count_, larger.get());
    offsets_ = std::move(larger);
}

/// Appends the offsets of the structural bytes in [begin, end).
void CsvIndex::add_block(const char* text, std::size_t begin, std::size_t end, char delimiter) {
    std::uint32_t* out = offsets_.get() + count_;
    std::size_t at = begin;
#if defined(__SSE2__)
    const __m128i zero = _mm_setzero_si128();
    __m128i nul = zero, quotes = zero, line_ends = zero;
    for (; at + 64 <= end; at += 64) {
        ByteMasks masks = masks_of(text + at, delimiter);
        nul = _mm_or_si128(nul, masks.nul);
        quotes = _mm_or_si128(quotes, masks.quotes);
        line_ends = _mm_add_epi64(line_ends, sums(_mm_sub_epi8(zero, masks.line_ends)));
        for (; masks.structural != 0; masks.structural &= masks.structural - 1) {
            *out++ = static_cast<std::uint32_t>(at) +
                     static_cast<std::uint32_t>(std::countr_zero(masks.structural));
        }
    }
    has_nul_ = has_nul_ || _mm_movemask_epi8(nul) != 0;
    has_quotes_ = has_quotes_ || _mm_movemask_epi8(quotes) != 0;
    line_ends_ += sum_of_halves(line_ends);
#endif
    for (; at < end; ++at) {
        has_nul_ = has_nul_ || text[at] == '\0';
        has_quotes_ = has_quotes_ || text[at] == '"';
        line_ends_ += is_line_end(text[at]);
        if (is_structural(text[at], delimiter)) *out++ = static_cast<std::uint32_t>(at);
    }
    count_ = static_cast<std::size_t>(out - offsets_.get());
}

}  // namespace pgm::io::detail
