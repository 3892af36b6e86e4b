#include <io/csv/detail/csv_index.hpp>

#include <algorithm>
#include <bit>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace pgm::io::detail {
namespace {

bool is_structural(char c, char delimiter) {
    return c == delimiter || c == '\n' || c == '\r' || c == '"';
}

#if defined(__SSE2__)

/// One bit for each of 64 bytes.
struct Masks {
    std::uint64_t structural = 0;
    std::uint64_t nul = 0;
};

Masks masks_of(const char* text, char delimiter) {
    const auto all = [](char c) { return _mm_set1_epi8(c); };
    Masks masks;
    for (unsigned part = 0; part < 4; ++part) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + 16 * part));
        const __m128i ends =
            _mm_or_si128(_mm_cmpeq_epi8(bytes, all('\n')), _mm_cmpeq_epi8(bytes, all('\r')));
        const __m128i marks =
            _mm_or_si128(_mm_cmpeq_epi8(bytes, all(delimiter)), _mm_cmpeq_epi8(bytes, all('"')));
        const auto bits = [&](__m128i found) {
            return std::uint64_t{static_cast<unsigned>(_mm_movemask_epi8(found))} << (16 * part);
        };
        masks.structural |= bits(_mm_or_si128(ends, marks));
        masks.nul |= bits(_mm_cmpeq_epi8(bytes, _mm_setzero_si128()));
    }
    return masks;
}

#endif

}  // namespace

void CsvIndex::find(std::string_view text, char delimiter) {
    constexpr std::size_t block = std::size_t{1} << 18;  // bytes, and at most as many offsets
    count_ = 0;
    has_nul_ = false;
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
    for (; at + 64 <= end; at += 64) {
        Masks masks = masks_of(text + at, delimiter);
        has_nul_ = has_nul_ || masks.nul != 0;
        for (; masks.structural != 0; masks.structural &= masks.structural - 1) {
            *out++ = static_cast<std::uint32_t>(at) +
                     static_cast<std::uint32_t>(std::countr_zero(masks.structural));
        }
    }
#endif
    for (; at < end; ++at) {
        has_nul_ = has_nul_ || text[at] == '\0';
        if (is_structural(text[at], delimiter)) *out++ = static_cast<std::uint32_t>(at);
    }
    count_ = static_cast<std::size_t>(out - offsets_.get());
}

}  // namespace pgm::io::detail
