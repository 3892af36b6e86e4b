#include <sources/database/detail/row_text.hpp>

#include <io/csv/csv.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
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

class LinesOfQuery final : public RowLines {
public:
    LinesOfQuery(OpenedQuery query, std::string name)
        : query_(std::move(query)), name_(std::move(name)) {}

    const std::vector<std::string>& names() const override { return query_.names; }

    bool append_next(std::string& text) override {
        if (!query_.rows->next()) return false;
        ++row_;
        const std::size_t begin = text.size();
        for (std::size_t i = 0; i < query_.names.size(); ++i) {
            if (i > 0) text += ',';
            try {
                append_cell(text, query_.rows->cell(i));
            } catch (const ArgumentError& error) {
                throw ParseError("column '" + printable(query_.names[i]) + "', row " +
                                     std::to_string(row_) + ": " + error.message(),
                                 {.file = name_, .line = static_cast<std::uint32_t>(row_ + 1)},
                                 error.hint());
            }
        }
        // A line without a character would be passed over as a blank one.
        if (text.size() == begin) text += "\"\"";
        text += '\n';
        return true;
    }

private:
    OpenedQuery query_;
    std::string name_;
    std::uint64_t row_ = 0;
};

}  // namespace

std::unique_ptr<RowLines> lines_of(OpenedQuery query, std::string name) {
    return std::make_unique<LinesOfQuery>(std::move(query), std::move(name));
}

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
    lines_.reset();
    lines_ = connection_->lines(select_);
    text_.clear();
    given_ = 0;
    at_end_ = false;
    try {
        append_header(text_, lines_->names());
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
    lines_.reset();
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
    while (!at_end_ && text_.size() < enough) at_end_ = !lines_->append_next(text_);
    close_at_end();
}

}  // namespace pgm::sources::detail
