#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// The texts of all cells of a table, which are added row by row and returned column by column.
///
/// Memory is little more than the text of the table: cells are stored one after the other, each
/// preceded by its length, and one position per row moves on from column to column. A row is a list
/// of pieces, which are freed once all their columns were returned. This suits tables with few
/// rows, whose columns then need memory one at a time.
class CellTexts {
public:
    static constexpr std::size_t padding = 16;

    /// Begins a row. A row that was begun but not ended is discarded.
    void begin_row();
    void add(std::string_view cell);
    void end_row();

    /// The size of the rows that were ended.
    std::size_t bytes() const { return bytes_; }

    /// The cells of the next column, one per row, valid until the next call. `padding` bytes from
    /// the start of each may be read. No row may be added after the first call.
    std::span<const std::string_view> next_column();

private:
    struct ReadRow {
        std::vector<std::string> pieces;
        std::size_t piece = 0;     ///< the one that holds the next cell
        std::size_t position = 0;  ///< of that cell's length in the piece
    };

    std::vector<ReadRow> rows_;
    std::vector<std::string> open_row_;  ///< the pieces of a row that has not ended
    std::size_t bytes_ = 0;
    std::vector<std::string_view> column_;
};

}  // namespace pgm::io::detail
