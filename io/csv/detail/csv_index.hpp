#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pgm::io::detail {

struct CsvIndex {
    std::size_t count = 0;  ///< of offsets
    bool has_nul = false;   ///< whether there is a NUL byte
};

/// Finds every delimiter, quote, LF and CR in a piece of a CSV file: their offsets, in order, at
/// the front of `offsets`, which grows where it is too short and is not cleared behind them.
///
/// Sixteen bytes at a stroke where the processor has SSE2 (every x86-64), else byte by byte. What
/// lies between two offsets need not be looked at to find where a cell ends, which is what makes
/// the reader fast.
CsvIndex index_csv(const char* text, std::size_t size, char delimiter,
                   std::vector<std::uint32_t>& offsets);

}  // namespace pgm::io::detail
