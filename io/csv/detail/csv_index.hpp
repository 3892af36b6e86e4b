#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pgm::io::detail {

struct CsvIndex {
    std::size_t count = 0;  ///< of offsets
    bool has_nul = false;   ///< whether there is a NUL byte
};

/// Finds every delimiter, quote, LF and CR in a piece of a CSV file. Their offsets are stored in
/// order at the front of `offsets`, which grows if necessary; the rest of it is undefined.
///
/// With SSE2 (every x86-64) 16 bytes are examined at a time, otherwise one. Bytes between two
/// offsets need not be examined again to find the end of a cell, which makes the reader fast.
CsvIndex index_csv(const char* text, std::size_t size, char delimiter,
                   std::vector<std::uint32_t>& offsets);

}  // namespace pgm::io::detail
