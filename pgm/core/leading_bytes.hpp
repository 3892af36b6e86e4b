#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pgm {

/// The first eight bytes of a text as one number, zeros behind a shorter text, such that
///
///     leading_bytes(a) < leading_bytes(b)   implies   a < b   as texts, byte by byte.
///
/// Sorting and searching names compares these first and looks at the names themselves only where the numbers are equal, which takes
/// a fraction of the time of comparing strings and, unlike a hash, cannot be flooded by chosen names.
inline std::uint64_t leading_bytes(std::string_view text) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < 8; ++i) number = number << 8 | (i < text.size() ? static_cast<unsigned char>(text[i]) : 0u);
    return number;
}

}  // namespace pgm
