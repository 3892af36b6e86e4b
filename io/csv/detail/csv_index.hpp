#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace pgm::io::detail {

/// The offsets of every delimiter, quote, LF and CR in a piece of a CSV file, in order.
///
/// With SSE2 (every x86-64) 16 bytes are examined at a time, otherwise one. Bytes between two
/// offsets need not be examined again to find the end of a cell, which makes the reader fast.
class CsvIndex {
public:
    /// Finds those of a piece. The ones of the piece before are gone, and their memory is used.
    void find(std::string_view text, char delimiter);

    std::span<std::uint32_t> offsets() { return {offsets_.get(), count_}; }
    bool has_nul() const { return has_nul_; }        ///< whether there is a NUL byte
    bool has_quotes() const { return has_quotes_; }  ///< whether there is a quote
    /// How many of the offsets are those of LF and CR.
    std::size_t line_ends() const { return line_ends_; }

private:
    void make_room(std::size_t room);
    void add_block(const char* text, std::size_t begin, std::size_t end, char delimiter);

    /// Not initialised, because most of the room is never used.
    std::unique_ptr<std::uint32_t[]> offsets_;
    std::size_t room_ = 0;
    std::size_t count_ = 0;
    std::size_t line_ends_ = 0;
    bool has_nul_ = false;
    bool has_quotes_ = false;
};

}  // namespace pgm::io::detail
