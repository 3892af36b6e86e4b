#pragma once

#include <io/csv/detail/csv_index.hpp>
#include <io/file/byte_source.hpp>
#include <io/options/data_options.hpp>
#include <io/table/detail/cell_grid.hpp>
#include <pgm/core/error.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// Reads the rows and cells of a CSV file, piece by piece. Removes quotes and the blanks around
/// unquoted cells, skips blank lines and accepts every kind of line end. Names and types of columns
/// do not matter here.
///
/// The first piece is there from the beginning, because the delimiter is found in it:
///
///     do {
///         while (rows.next_row(cell, end)) {
///         }
///     } while (rows.next_piece());
class CsvRows {
public:
    CsvRows(ByteSource& source, const DataOptions& options);

    static constexpr std::size_t padding = CellGrid::padding;

    /// Goes back to the first row, in the first piece.
    void restart();

    /// Releases the memory of the current piece. Only restart() may follow.
    void release();

    /// Reads the next piece of the file. Returns false at its end. A row that the last piece cut
    /// off is complete in this one.
    bool next_piece();
    /// An upper bound for the rows in the current piece, if each has this many cells.
    std::size_t most_rows(std::size_t cells) const { return offsets_.size() / cells + 1; }

    /// The rows of the file, if all are as long as those of the first piece, which must be the
    /// current one; 0 for a file of one piece and if the size of the file is not known.
    std::size_t expected_rows(std::size_t cells) const;

    /// Calls cell(number, text) for each cell of the next row, then end(count). `padding` bytes
    /// from the start of a text may be read. Returns false if the piece has no further complete
    /// row; cells of an incomplete row are passed again with the next piece.
    template <class Cell, class End>
    bool next_row(Cell&& cell, End&& end);
    /// Calls next_row() for all rows that are left, of this piece and the next ones.
    template <class Cell, class End>
    void read_rows(Cell&& cell, End&& end) {
        do {
            while (next_row(cell, end)) {
            }
        } while (next_piece());
    }

    /// All complete rows that are left of the piece, at most `most` of them, if it is plain to see
    /// that they have so many cells each: no cell of the piece is quoted, and no line is blank.
    /// A row of the piece must have been read before. Null otherwise; next_row() can read them all.
    std::optional<CellGrid> grid(std::size_t columns, std::size_t most) const;
    /// Moves past the first `rows` rows of a grid that has just been made, or further, before a
    /// cell of the next one.
    void skip(const CellGrid& grid, std::size_t rows, std::size_t column = 0);
    /// The location of a cell of that grid.
    Location location(const CellGrid& grid, std::size_t row, std::size_t column) const;

    /// From now on each row must have `count` empty cells at its end, which are not passed on and
    /// not counted: `first` is the number of the first of them. no_column ends this.
    void drop_columns_from(std::size_t first, std::size_t count) {
        first_dropped_ = first;
        dropped_ = count;
    }
    static constexpr std::size_t no_column = ~std::size_t{0};
    char delimiter() const { return delimiter_; }
    /// The cells of the current row as another delimiter would separate them.
    std::size_t cells_between(char delimiter) const;

    /// Throws ParseError with the location of the last cell, or of the end of the row.
    [[noreturn]] void fail(std::string message, std::string hint = {}) const {
        fail_at(cell_, std::move(message), std::move(hint));
    }
    /// Throws ParseError with the location where `rest`, the end of the last cell, begins. In a
    /// cell with quotes inside it is the location of the cell.
    [[noreturn]] void fail_inside(std::string_view rest, std::string message,
                                  std::string hint = {}) const;
    [[noreturn]] void fail_too_large(std::string message, std::string hint = {}) const;
    /// The location of the last cell, or of the end of the row. Asking for every cell of a row
    /// takes one pass over the row.
    Location location();

private:
    [[noreturn]] void fail_at(std::size_t offset, std::string message, std::string hint = {}) const;
    /// An offset in the current row, its line, and the beginning of that line.
    struct LinePosition {
        std::size_t offset, line, start;
    };
    LinePosition row_position() const { return {row_, line_, row_}; }
    void move_on(LinePosition& position, std::size_t offset) const;
    Location location_of(const LinePosition& position) const;
    Location locate(std::size_t offset) const;
    void fill(std::size_t keep_from);
    void close_last_line();
    void read_first_piece();
    void index_piece();
    bool skip_blank_lines();
    bool is_whole_line_end(std::size_t offset) const;
    void begin_next_line(std::size_t line_end);
    std::span<const std::uint32_t> without_padding_blanks(std::span<std::uint32_t> offsets);
    bool unquote();
    void check_length(std::size_t bytes) const;
    void check_unfinished() const;
    std::size_t without_dropped(std::size_t cells) const;

    static constexpr std::size_t nowhere = ~std::size_t{0};

    ByteSource& source_;
    const DataOptions& options_;
    char delimiter_ = ',';
    std::string buffer_;
    std::string_view text_;  ///< the current piece in the buffer; bytes after it may be read
    CsvIndex index_;
    std::span<const std::uint32_t> offsets_;  ///< of its delimiters, quotes and line ends
    std::size_t next_ = 0;                    ///< the first of these that was not used yet
    std::size_t line_ends_ = 0;               ///< how many of these are LF or CR
    std::size_t row_ = 0;                     ///< where the current row begins
    std::size_t cell_ = 0;                    ///< where the current cell begins
    std::size_t line_ = 1;                    ///< of the beginning of the row
    std::size_t lines_in_quotes_ = 0;         ///< line ends inside quoted cells of the row
    LinePosition asked_{};                    ///< the last result of location()
    std::size_t asked_in_row_ = nowhere;      ///< the beginning of the row of that result
    std::size_t first_dropped_ = no_column;
    std::size_t dropped_ = 0;      ///< empty columns at the end
    bool is_first_piece_ = false;  ///< the current piece begins with the first row
    bool at_end_ = false;
    std::string_view quoted_;  ///< the contents of the quoted cell found last
    std::string unescaped_;
};

/// Guesses the delimiter of a table: the candidate that is most frequent in the first line outside
/// of quotes, or the first candidate if none occurs. A blank is the delimiter only if no other
/// candidate occurs, since names may contain blanks.
char csv_delimiter(std::string_view text, std::string_view candidates);

template <class Cell, class End>
bool CsvRows::next_row(Cell&& cell, End&& end) {
    if (!skip_blank_lines()) return false;
    const std::size_t first = next_;
    cell_ = row_;
    lines_in_quotes_ = 0;
    for (std::size_t column = 0;; ++column) {
        if (next_ == offsets_.size()) {
            check_unfinished();
            next_ = first;
            return false;
        }
        std::size_t at = offsets_[next_++];
        std::string_view found(text_.data() + cell_, at - cell_);
        if (text_[at] == '"') [[unlikely]] {
            if (!unquote()) {
                next_ = first;
                return false;
            }
            at = offsets_[next_ - 1];
            found = quoted_;
        } else {
            found = CellGrid::without_blanks(found.data(), found.data() + found.size());
        }
        if (found.size() > options_.max_cell_bytes) [[unlikely]]
            check_length(found.size());
        if (column < first_dropped_ || !found.empty()) [[likely]]
            cell(column, found);
        if (text_[at] != delimiter_) {
            if (!is_whole_line_end(at)) {
                next_ = first;
                return false;
            }
            cell_ = at;
            end(dropped_ == 0 ? column + 1 : without_dropped(column + 1));
            begin_next_line(at);
            return true;
        }
        cell_ = at + 1;
    }
}

}  // namespace pgm::io::detail
