#pragma once

#include <io/bif/detail/bif_lexer.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pgm::io::detail {

/// The locations of the rows of all tables of a text, for messages: four bytes per row. Lines are
/// counted only for a message.
class BifRowLocations {
public:
    /// The offsets of the parts of one table. 0 means that the part is missing.
    struct TableOffsets {
        std::size_t block = 0;      ///< offset of the block
        std::size_t first_row = 0;  ///< its first row in the list of all tables
        std::size_t row_count = 0;
        std::size_t row_length = 0;
        std::size_t default_row = 0;
        std::size_t first_number = 0;  ///< of `table`
        bool child_fastest = false;    ///< the order of the numbers of `table`
        bool has_keyed_rows = false;
        std::size_t seen_number = 0;  ///< where the last search ended; the next one starts here
        std::size_t seen_offset = 0;  ///< of that number
    };

    explicit BifRowLocations(TextCursor& cursor) : cursor_(&cursor) {
        // This saves small networks several reallocations.
        tables_.reserve(8);
        rows_.reserve(64);
    }

    /// Begins a table and returns its number.
    std::size_t begin_table(std::size_t block, std::size_t row_count, std::size_t row_length) {
        tables_.push_back({.block = block,
                           .first_row = rows_.size(),
                           .row_count = row_count,
                           .row_length = row_length});
        rows_.resize(rows_.size() + row_count);
        return tables_.size() - 1;
    }

    TableOffsets& table(std::size_t number) { return tables_[number]; }

    /// The offsets of the table's keyed rows, relative to its block. Valid until the next table
    /// begins.
    std::span<std::uint32_t> rows(std::size_t number) {
        return std::span(rows_).subspan(tables_[number].first_row, tables_[number].row_count);
    }

    /// The location of a row: of its key, of the `default` row, or of its first number in `table`.
    Location locate(std::size_t table, std::size_t row);

private:
    TextCursor* cursor_;
    std::vector<TableOffsets> tables_;
    std::vector<std::uint32_t> rows_;
};

}  // namespace pgm::io::detail
