#include <sources/database/detail/row_text.hpp>

#include <io/csv/csv.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace pgm::sources::detail {
namespace {

/// Characters that need no quotes, wherever they stand in a cell. All others may mean something to
/// a reader of CSV.
constexpr std::array<bool, 256> plain_characters = [] {
    std::array<bool, 256> plain{};
    for (int c = 'a'; c <= 'z'; ++c) plain[c] = plain[c - 'a' + 'A'] = true;
    for (int c = '0'; c <= '9'; ++c) plain[c] = true;
    for (const char c : {'_', '-', '.', '+', '/', ':', '(', ')', '[', ']', '?'})
        plain[static_cast<unsigned char>(c)] = true;
    return plain;
}();

bool is_plain(std::string_view text) {
    return std::ranges::all_of(
        text, [](char c) { return plain_characters[static_cast<unsigned char>(c)]; });
}

}  // namespace

void append_cell(std::string& text, std::optional<std::string_view> cell) {
    if (cell && !cell->empty() && is_plain(*cell))
        text += *cell;
    else if (cell)
        text += io::csv_cell(*cell);
}

void append_header(std::string& text, std::span<const std::string> names) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) text += ',';
        const std::string cell = io::csv_cell(names[i]);
        text += cell.starts_with('"') ? cell : '"' + cell + '"';
    }
    text += '\n';
}

RowText::RowText(std::unique_ptr<Connection> connection, std::string select, std::string name)
    : connection_(std::move(connection)), select_(std::move(select)), name_(std::move(name)) {
    restart();
}

void RowText::restart() {
    query_.rows.reset();
    query_ = connection_->query(select_);
    text_.clear();
    given_ = row_ = 0;
    at_end_ = false;
    try {
        append_header(text_, query_.names);
    } catch (const ArgumentError& error) {
        throw ParseError("a column's name is refused: " + error.message(), {.file = name_});
    }
}

void RowText::never_restart() {
    may_restart_ = false;
    close_at_end();
}

void RowText::close_at_end() {
    if (!at_end_ || may_restart_) return;
    query_.rows.reset();
    connection_.reset();
}

void RowText::set_encoding(io::Encoding encoding) {
    if (encoding != io::Encoding::utf8)
        throw ArgumentError("rows of a database come as UTF-8, whatever they are stored as",
                            "leave out the encoding");
}

Location RowText::place_of_line(std::uint32_t line) const {
    return {.file = name_, .line = line};
}

std::size_t RowText::read(std::span<char> piece) {
    if (given_ == text_.size()) {
        text_.clear();
        given_ = 0;
        fill();
    }
    const std::size_t count = text_.copy(piece.data(), piece.size(), given_);
    given_ += count;
    return count;
}

void RowText::fill() {
    constexpr std::size_t enough = std::size_t{1} << 16;
    const std::size_t columns = query_.names.size();
    while (!at_end_ && text_.size() < enough) {
        at_end_ = !query_.rows->next();
        if (at_end_) return close_at_end();
        ++row_;
        const std::size_t begin = text_.size();
        for (std::size_t i = 0; i < columns; ++i) {
            if (i > 0) text_ += ',';
            try {
                append_cell(text_, query_.rows->cell(i));
            } catch (const ArgumentError& error) {
                throw ParseError("column '" + printable(query_.names[i]) + "', row " +
                                     std::to_string(row_) + ": " + error.message(),
                                 {.file = name_, .line = static_cast<std::uint32_t>(row_ + 1)},
                                 error.hint());
            }
        }
        // A line without a character would be passed over as a blank one.
        if (text_.size() == begin) text_ += "\"\"";
        text_ += '\n';
    }
}

}  // namespace pgm::sources::detail
