#include <io/csv/detail/csv_rows.hpp>

#include <pgm/core/numbers.hpp>
#include <pgm/core/text/characters.hpp>

#include <io/text/text_cursor.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>

namespace pgm::io::detail {
namespace {

constexpr std::size_t piece_bytes = std::size_t{1} << 19;
/// Twice as many, the next piece, are counted in 32 bits.
constexpr std::size_t most_row_bytes = std::size_t{1} << 30;

}  // namespace

char csv_delimiter(std::string_view text, std::string_view candidates) {
    std::array<std::size_t, 256> counts{};
    bool quoted = false;
    for (const char c : text) {
        if (c == '"') quoted = !quoted;
        if (quoted) continue;
        if (is_line_end(c)) break;
        ++counts[static_cast<unsigned char>(c)];
    }
    char best = candidates.front();
    for (const char c : candidates) {
        const bool none_yet = counts[static_cast<unsigned char>(best)] == 0;
        if (c == ' '
                ? none_yet && counts[' '] > 0
                : counts[static_cast<unsigned char>(c)] > counts[static_cast<unsigned char>(best)])
            best = c;
    }
    return best;
}

CsvRows::CsvRows(ByteSource& source, const DataOptions& options)
    : source_(source), options_(options) {
    source_.set_encoding(options.encoding);
    read_first_piece();
    std::string candidates = options.delimiters;
    std::erase(candidates, options.decimal);
    delimiter_ = options.delimiter ? *options.delimiter : csv_delimiter(text_, candidates);
    if (delimiter_ == options.decimal) {
        throw ArgumentError(
            std::string("a '") + delimiter_ + "' cannot be the delimiter and the decimal sign",
            "take ';' or a tab between cells");
    }
    if (is_line_end(delimiter_) || delimiter_ == '"' || delimiter_ == '\0') {
        throw ArgumentError("a CSV delimiter cannot be a line end, a quote or NUL",
                            "take ',', ';', '|' or a tab");
    }
    index_piece();
}

/// A file of one piece is neither read nor indexed again.
void CsvRows::restart() {
    next_ = line_ends_ = row_ = cell_ = lines_in_quotes_ = 0;
    asked_in_row_ = nowhere;
    line_ = 1;
    if (is_first_piece_) return;
    read_first_piece();
    index_piece();
}

void CsvRows::release() {
    text_ = {};
    offsets_ = {};
    std::string().swap(buffer_);
    index_ = {};
    is_first_piece_ = false;
    at_end_ = true;
}

std::size_t CsvRows::expected_rows(std::size_t cells) const {
    const std::size_t pieces = text_.empty() ? 0 : source_.size_hint() / text_.size();
    return pieces < 2 ? 0 : (pieces + 1) * most_rows(cells);
}

/// Moves the text from `keep_from` on to the front of the buffer and reads more after it. The
/// buffer grows if a row is longer.
void CsvRows::fill(std::size_t keep_from) {
    text_.remove_prefix(keep_from);
    // The table may be of any length where it is read in parts, but not a row.
    if (text_.size() > std::min(options_.limits.max_file_bytes, most_row_bytes))
        fail_too_large("the row has more than " + std::to_string(text_.size()) + " bytes");
    std::copy(text_.begin(), text_.end(), buffer_.begin());
    const std::size_t room = std::max(source_.room_for_piece(piece_bytes), 2 * text_.size());
    // One byte is for the last line end.
    if (buffer_.size() < room + 1 + padding) buffer_.resize(room + 1 + padding);
    std::size_t filled = text_.size();
    while (filled < room && !at_end_) {
        const std::size_t count = source_.read(std::span(buffer_).subspan(filled, room - filled));
        at_end_ = count == 0;
        filled += count;
    }
    text_ = std::string_view(buffer_).substr(0, filled);
}

/// Adds a line end to the last line of the file if it has none.
void CsvRows::close_last_line() {
    if (!at_end_ || text_.empty() || text_.back() == '\n') return;
    const auto end = static_cast<std::size_t>(text_.data() - buffer_.data()) + text_.size();
    buffer_[end] = '\n';
    text_ = {text_.data(), text_.size() + 1};
}

/// Removes the byte-order mark and refuses UTF-16.
void CsvRows::read_first_piece() {
    source_.restart();
    text_ = {};
    at_end_ = false;
    fill(0);
    if (is_utf16(text_)) fail_at(0, "the text is UTF-16", "save it as UTF-8");
    text_ = without_byte_order_mark(text_);
    is_first_piece_ = true;
}

bool CsvRows::next_piece() {
    if (at_end_) return false;
    is_first_piece_ = is_first_piece_ && row_ == 0;
    fill(row_);
    row_ = cell_ = 0;
    asked_in_row_ = nowhere;
    index_piece();
    return !text_.empty();
}

void CsvRows::index_piece() {
    close_last_line();
    index_.find(text_, delimiter_);
    offsets_ = delimiter_ == ' ' ? without_padding_blanks(index_.offsets()) : index_.offsets();
    next_ = line_ends_ = 0;
    if (index_.has_nul()) fail_at(text_.find('\0'), "a NUL byte: this is not a text file");
}

/// If blanks separate cells, only the last of several blanks is a delimiter, and blanks at the
/// beginning or end of a line are none, with or without tabs. Removes the offsets of the others and
/// returns those that remain.
std::span<const std::uint32_t> CsvRows::without_padding_blanks(std::span<std::uint32_t> offsets) {
    const auto is_delimiter = [this](std::size_t at) {
        const std::size_t after = text_.find_first_not_of('\t', at + 1);
        if (after == std::string_view::npos || text_[after] == ' ' || is_line_end(text_[after]))
            return false;
        const std::size_t before = text_.find_last_not_of(" \t", at);
        return before != std::string_view::npos && !is_line_end(text_[before]);
    };
    const auto left = std::remove_if(offsets.begin(), offsets.end(), [&](std::uint32_t at) {
        return text_[at] == ' ' && !is_delimiter(at);
    });
    return {offsets.begin(), left};
}

/// Moves to the next line that is not blank. Returns false if the piece has no complete one.
bool CsvRows::skip_blank_lines() {
    while (next_ < offsets_.size()) {
        const std::size_t at = offsets_[next_];
        if (!is_line_end(text_[at]) ||
            !std::all_of(text_.begin() + static_cast<std::ptrdiff_t>(row_),
                         text_.begin() + static_cast<std::ptrdiff_t>(at), CellGrid::is_blank)) {
            return true;
        }
        if (!is_whole_line_end(at)) return false;
        ++next_;
        lines_in_quotes_ = 0;
        begin_next_line(at);
    }
    cell_ = row_;
    check_unfinished();
    return false;
}

/// A CR at the end of the piece may be the first half of CR LF, except at the end of the text,
/// which ends with LF.
bool CsvRows::is_whole_line_end(std::size_t offset) const {
    return text_[offset] != '\r' || offset + 1 < text_.size();
}

void CsvRows::begin_next_line(std::size_t line_end) {
    const bool pair = text_[line_end] == '\r' && text_[line_end + 1] == '\n';
    next_ += pair ? 1 : 0;
    line_ends_ += pair ? 2 : 1;
    row_ = line_end + (pair ? 2 : 1);
    line_ += 1 + lines_in_quotes_;
}

std::optional<CellGrid> CsvRows::grid(std::size_t columns, std::size_t most) const {
    const bool may_be_too_long = options_.max_cell_bytes < text_.size();
    if (index_.has_quotes() || dropped_ > 0 || next_ == 0 || may_be_too_long || columns < 2)
        return std::nullopt;
    const std::span<const std::uint32_t> ends = offsets_.subspan(next_);
    if (ends.size() < columns) return std::nullopt;
    const std::size_t in_pair = text_[ends[columns - 1]] == '\r' ? 1 : 0;
    const std::size_t stride = columns + in_pair;
    const auto ends_row = [&](std::size_t last) {
        const std::size_t at = ends[last];
        return in_pair == 0
                   ? text_[at] == '\n'
                   : text_[at] == '\r' && ends[last + 1] == at + 1 && text_[at + 1] == '\n';
    };
    std::size_t rows = 0;
    while ((rows + 1) * stride <= ends.size() && ends_row(rows * stride + columns - 1)) ++rows;
    // A line end that is at no such place would be between the others.
    if (rows * (in_pair + 1) != index_.line_ends() - line_ends_) return std::nullopt;
    return CellGrid{text_.data(), ends.data(), std::min(rows, most), columns, stride};
}

void CsvRows::skip(const CellGrid& grid, std::size_t rows, std::size_t column) {
    row_ = grid.begin(rows, 0);
    cell_ = grid.begin(rows, column);
    next_ += rows * grid.stride + column;
    line_ends_ += rows * (grid.stride - grid.columns + 1);
    line_ += rows;
    lines_in_quotes_ = 0;
}

Location CsvRows::location(const CellGrid& grid, std::size_t row, std::size_t column) const {
    const std::size_t start = grid.begin(row, 0);
    LinePosition position{start, line_ + row, start};
    move_on(position, grid.begin(row, column));
    return location_of(position);
}

/// Reads the quoted cell after its opening quote. offsets_[next_ - 1] is then the delimiter or line
/// end after the cell. Returns false if its end is not in the piece.
bool CsvRows::unquote() {
    const std::size_t open = offsets_[next_ - 1];
    if (!std::all_of(text_.begin() + static_cast<std::ptrdiff_t>(cell_),
                     text_.begin() + static_cast<std::ptrdiff_t>(open), CellGrid::is_blank)) {
        fail_at(open, "a quote inside a cell that does not begin with one",
                "put the whole cell in quotes and write the inner ones twice");
    }
    unescaped_.clear();
    std::size_t from = open + 1;
    std::size_t lines = 0;
    for (;; ++next_) {
        if (next_ == offsets_.size()) {
            if (at_end_) fail_at(open, "the quote that begins this cell is never closed");
            if (text_.size() - open > 2 * options_.max_cell_bytes + 2) {
                cell_ = open;
                check_length(text_.size() - open);
            }
            return false;
        }
        const std::size_t at = offsets_[next_];
        if (text_[at] == '\n' ||
            (text_[at] == '\r' && (at + 1 == text_.size() || text_[at + 1] != '\n')))
            ++lines;
        if (text_[at] != '"') continue;
        if (at + 1 == text_.size()) return false;  // the cell continues in the next piece
        if (text_[at + 1] != '"') {
            quoted_ = text_.substr(from, at - from);
            if (!unescaped_.empty()) {
                const std::size_t size = unescaped_.append(quoted_).size();
                quoted_ = std::string_view(unescaped_.append(padding, ' ')).substr(0, size);
            }
            std::size_t after = at + 1;
            while (after < text_.size() && CellGrid::is_blank(text_[after]) &&
                   text_[after] != delimiter_)
                ++after;
            if (after == text_.size()) return false;
            if (text_[after] != delimiter_ && !is_line_end(text_[after])) {
                fail_at(after, "a quoted cell continues after its closing quote",
                        "write quotes inside a quoted cell twice");
            }
            next_ += 2;
            lines_in_quotes_ += lines;
            return true;
        }
        unescaped_.append(text_.substr(from, at + 1 - from));
        from = at + 2;
        ++next_;
    }
}

void CsvRows::check_length(std::size_t bytes) const {
    const std::size_t limit = options_.max_cell_bytes;
    if (bytes <= limit) return;
    fail_too_large("a cell of more than " + std::to_string(limit) + " bytes, the limit",
                   text_[cell_] == '"' ? "is its closing quote missing?" : "");
}

/// Bounds the length of a cell that continues in the next piece.
void CsvRows::check_unfinished() const {
    if (at_end_ || text_.size() - cell_ <= options_.max_cell_bytes) return;
    const bool only_blanks = std::all_of(text_.begin() + static_cast<std::ptrdiff_t>(cell_),
                                         text_.end(), CellGrid::is_blank);
    if (!only_blanks || text_.size() - cell_ > piece_bytes) check_length(text_.size() - cell_);
}

/// The number of cells of a row without the dropped ones.
std::size_t CsvRows::without_dropped(std::size_t cells) const {
    if (cells == first_dropped_ + dropped_) return first_dropped_;
    fail("this row has " + std::to_string(cells) + (cells == 1 ? " cell" : " cells") +
         " with the empty ones at its end, but the header has " +
         std::to_string(first_dropped_ + dropped_));
}

std::size_t CsvRows::cells_between(char delimiter) const {
    std::size_t cells = 1;
    bool quoted = false;
    for (const char c : text_.substr(row_)) {
        if (c == '"') quoted = !quoted;
        if (quoted) continue;
        if (is_line_end(c)) break;
        cells += c == delimiter;
    }
    return cells;
}

void CsvRows::move_on(LinePosition& position, std::size_t offset) const {
    for (std::size_t i = position.offset; i < std::min(offset, text_.size()); ++i) {
        const bool half = text_[i] == '\r' && i + 1 < text_.size() && text_[i + 1] == '\n';
        if (!is_line_end(text_[i]) || half) continue;
        ++position.line;
        position.start = i + 1;
    }
    position.offset = offset;
}

Location CsvRows::location_of(const LinePosition& position) const {
    Location location = source_.place_of_line(saturated(position.line));
    location.column = saturated(position.offset - position.start + 1);
    return location;
}

Location CsvRows::locate(std::size_t offset) const {
    LinePosition position = row_position();
    move_on(position, offset);
    return location_of(position);
}

Location CsvRows::location() {
    if (asked_in_row_ != row_ || asked_.offset > cell_) asked_ = row_position();
    asked_in_row_ = row_;
    move_on(asked_, cell_);
    return location_of(asked_);
}

void CsvRows::fail_at(std::size_t offset, std::string message, std::string hint) const {
    throw ParseError(std::move(message), locate(offset), std::move(hint));
}

void CsvRows::fail_inside(std::string_view rest, std::string message, std::string hint) const {
    const std::less<const char*> before;
    const bool is_in_text =
        !before(rest.data(), text_.data()) && before(rest.data(), text_.data() + text_.size());
    fail_at(is_in_text ? static_cast<std::size_t>(rest.data() - text_.data()) : cell_,
            std::move(message), std::move(hint));
}

void CsvRows::fail_too_large(std::string message, std::string hint) const {
    throw TooLargeError(std::move(message), locate(cell_), std::move(hint));
}

}  // namespace pgm::io::detail
