#pragma once

#include <io/csv/detail/csv_index.hpp>
#include <io/file/byte_source.hpp>
#include <io/options/data_options.hpp>
#include <pgm/core/error.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// The rows and cells of a CSV file, piece by piece: quotes undone, blanks around unquoted cells
/// dropped, blank lines skipped, every kind of line end understood. Knows nothing of columns and
/// types.
class CsvRows {
public:
    CsvRows(ByteSource& source, const DataOptions& options);

    static constexpr std::size_t padding = 16;

    /// Back to the first row.
    void restart();

    /// Gives the memory of the piece at hand back; only restart() can follow.
    void release();

    /// Makes the next piece of the file ready; false at its end. A row that was cut by the end of
    /// the last piece is whole in this one.
    bool next_piece();
    /// At least as many rows as are in the piece at hand, where rows have so many cells.
    std::size_t most_rows(std::size_t cells) const { return offsets_.size() / cells + 1; }

    /// Calls cell(number, text) for each cell of the next row, then end(count) at its end;
    /// `padding` bytes from the start of the text may be read. False when the piece holds no
    /// further whole row; cells that were told of by then will be told of again.
    template <class Cell, class End>
    bool next_row(Cell&& cell, End&& end);

    /// Throws at the start of the cell that was told of last, or at the end of the row.
    [[noreturn]] void fail(std::string message, std::string hint = {}) const {
        fail_at(cell_, std::move(message), std::move(hint));
    }
    [[noreturn]] void fail_too_large(std::string message, std::string hint = {}) const;
    /// Where the cell that was told of last begins, or the row ended. To ask of all cells of a row
    /// takes one pass over it.
    Location place();

private:
    [[noreturn]] void fail_at(std::size_t offset, std::string message, std::string hint = {}) const;
    /// An offset of the row at hand, its line, and where that line begins.
    struct LinePlace {
        std::size_t offset, line, start;
    };
    LinePlace row_place() const { return {row_, line_, row_}; }
    void move_on(LinePlace& place, std::size_t offset) const;
    Location location_of(const LinePlace& place) const;
    Location locate(std::size_t offset) const;
    void fill(std::size_t keep_from);
    void close_last_line();
    void begin_text();
    bool skip_blank_lines();
    bool is_whole_line_end(std::size_t offset) const;
    void begin_next_line(std::size_t line_end);
    std::size_t without_padding_blanks(std::size_t count);
    bool unquote();
    void check_length(std::size_t bytes) const;
    void check_unfinished() const;

    static constexpr std::size_t nowhere = ~std::size_t{0};
    static bool is_blank_byte(char c) { return c == ' ' || c == '\t'; }

    ByteSource& source_;
    const DataOptions& options_;
    char delimiter_ = ',';
    std::string buffer_;
    std::string_view text_;  ///< the piece at hand, in the buffer; bytes behind it may be read
    std::vector<std::uint32_t> offsets_memory_;
    std::span<const std::uint32_t> offsets_;  ///< of its delimiters, quotes and line ends
    std::size_t next_ = 0;                    ///< the first of these not yet used
    std::size_t row_ = 0;                     ///< where the row at hand begins
    std::size_t cell_ = 0;                    ///< and the cell
    std::size_t line_ = 1;                    ///< of the row's beginning
    std::size_t lines_in_quotes_ = 0;         ///< line ends inside quoted cells of the row
    LinePlace asked_{};                       ///< what place() told last
    std::size_t asked_in_row_ = nowhere;      ///< where the row began that it was told of
    bool at_start_ = true;
    bool at_end_ = false;
    std::string_view quoted_;  ///< the contents of the quoted cell found last
    std::string unescaped_;
};

/// The delimiter of a table whose text begins like that: of the candidates the one that is most
/// frequent in the first line, quoted parts apart; the first when there is none. A blank is one
/// only where no other candidate occurs, since names may hold blanks.
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
        } else if (!found.empty() &&
                   (is_blank_byte(found.front()) || is_blank_byte(found.back()))) {
            while (!found.empty() && is_blank_byte(found.front())) found.remove_prefix(1);
            while (!found.empty() && is_blank_byte(found.back())) found.remove_suffix(1);
        }
        if (found.size() > options_.max_cell_bytes) [[unlikely]]
            check_length(found.size());
        cell(column, found);
        if (text_[at] != delimiter_) {
            if (!is_whole_line_end(at)) {
                next_ = first;
                return false;
            }
            cell_ = at;
            end(column + 1);
            begin_next_line(at);
            return true;
        }
        cell_ = at + 1;
    }
}

}  // namespace pgm::io::detail
