#pragma once

#include <io/bif/detail/bif_lexer.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pgm::io::detail {

/// Where the rows of the tables of a text stand, for the messages about them: four bytes a row, all
/// tables in one run. Lines are counted when somebody asks.
class BifRowPlaces {
public:
    /// What was given where in one table. Offsets of 0 mean "not given".
    struct OfTable {
        std::size_t block = 0;      ///< offset of the block
        std::size_t first_row = 0;  ///< index of its first row among those of all tables
        std::size_t row_count = 0;
        std::size_t row_length = 0;
        std::size_t default_row = 0;
        std::size_t first_number = 0;  ///< of `table`
        bool child_fastest = false;    ///< how the numbers of `table` are ordered
        bool has_keyed_rows = false;
        std::size_t seen_number =
            /// The number of `table` found by the question before, from where the next one starts.
            0;
        std::size_t seen_offset = 0;
    };

    explicit BifRowPlaces(TextCursor& cursor) : cursor_(&cursor) {
        // Room for a small network, which would else pay for growing from one on.
        tables_.reserve(8);
        rows_.reserve(64);
    }

    /// Begins a table, whose number it returns.
    std::size_t begin_table(std::size_t block, std::size_t row_count, std::size_t row_length) {
        tables_.push_back({.block = block,
                           .first_row = rows_.size(),
                           .row_count = row_count,
                           .row_length = row_length});
        rows_.resize(rows_.size() + row_count);
        return tables_.size() - 1;
    }

    OfTable& table(std::size_t number) { return tables_[number]; }

    /// The offsets of the table's keyed rows, counted from its block; valid until the next table
    /// begins.
    std::span<std::uint32_t> rows(std::size_t number) {
        return std::span(rows_).subspan(tables_[number].first_row, tables_[number].row_count);
    }

    /// The place of a row: its key, the `default` that stands for it, or its first number in
    /// `table`.
    Location locate(std::size_t table, std::size_t row);

private:
    TextCursor* cursor_;
    std::vector<OfTable> tables_;
    std::vector<std::uint32_t> rows_;
};

}  // namespace pgm::io::detail
