#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// The texts of all cells of a table, taken row by row and given back column by column.
///
/// It holds little more than the text of the table: each cell stands behind its length, each row
/// behind the one before, and one position per row moves on as columns are given back. That suits
/// tables of few rows, whose columns then need memory one at a time.
class CellTexts {
public:
    static constexpr std::size_t padding = 16;

    /// Begins a row; of one that was begun and not ended, nothing is left.
    void begin_row() { text_.resize(end_of_rows_); }
    void add(std::string_view cell);
    void end_row();

    std::size_t rows() const { return positions_.size(); }
    std::size_t bytes() const { return text_.size(); }

    /// Nothing is added after this; it must be called before the first column is asked for.
    void close() { text_.append(padding, ' '); }
    /// The cells of the next column, one per row; `padding` bytes from the start of each may be
    /// read. They are valid until the next column is asked for.
    std::span<const std::string_view> next_column();

private:
    std::string text_;
    std::size_t end_of_rows_ = 0;
    std::vector<std::size_t> positions_;  ///< of the next cell of each row
    std::vector<std::string_view> column_;
};

}  // namespace pgm::io::detail
