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
/// preceded by its length, and one position per row moves on from column to column. This suits
/// tables with few rows.
class CellTexts {
public:
    static constexpr std::size_t padding = 16;

    /// Begins a row. A row that was begun but not ended is discarded.
    void begin_row() { text_.resize(end_of_rows_); }
    void add(std::string_view cell);
    void end_row();

    std::size_t rows() const { return positions_.size(); }
    std::size_t bytes() const { return text_.size(); }

    /// Ends the adding of cells. It must be called before next_column().
    void close() { text_.append(padding, ' '); }
    /// The cells of the next column, one per row, valid until the next call. `padding` bytes from
    /// the start of each may be read.
    std::span<const std::string_view> next_column();

private:
    std::string text_;
    std::size_t end_of_rows_ = 0;
    std::vector<std::size_t> positions_;  ///< of the next cell of each row
    std::vector<std::string_view> column_;
};

}  // namespace pgm::io::detail
