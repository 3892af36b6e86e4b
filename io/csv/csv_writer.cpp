#include <io/csv/csv.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/utf8.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace pgm::io {

using namespace detail;

namespace {

constexpr std::string_view missing_text = "?";

/// The text of a column's cells. The texts of the states are made once.
struct ColumnText {
    explicit ColumnText(const Column& column) : cells(column) {
        for (const std::string& state : column.variable.states()) states.push_back(csv_cell(state));
    }

    void append(std::size_t row, std::string& line) const {
        if (cells.is_missing(row)) {
            line += missing_text;
        } else if (const auto state = cells.state(row)) {
            line += states[state->index()];
        } else {
            line += to_text(cells.value(row));
        }
    }

    const Column& cells;
    std::vector<std::string> states;
};

}  // namespace

std::string csv_cell(std::string_view text) {
    if (!is_utf8(text))
        throw ArgumentError("the name " + shown(text) +
                            " is not UTF-8, and what is written of it could not be read");
    const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
    const bool blank_at_an_end = !text.empty() && (is_blank(text.front()) || is_blank(text.back()));
    if (!text.empty() && !blank_at_an_end && !text.starts_with(byte_order_mark) &&
        text.find_first_of(",;|\t\"\r\n") == std::string_view::npos)
        return std::string(text);
    std::string cell = "\"";
    for (const char c : text) cell.append(c == '"' ? 2 : 1, c);
    return cell + '"';
}

void write_csv(const Dataset& data, std::ostream& out) {
    constexpr std::size_t piece = std::size_t{1} << 20;
    std::vector<ColumnText> columns;
    std::string text;
    for (const Column& column : data.columns()) {
        columns.emplace_back(column);
        text += (text.empty() ? "" : ",") + csv_cell(column.name());
    }
    text += '\n';
    for (std::size_t row = 0; row < data.rows(); ++row) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (i > 0) text += ',';
            columns[i].append(row, text);
        }
        text += '\n';
        if (text.size() < piece) continue;
        out.write(text.data(), static_cast<std::streamsize>(text.size()));
        text.clear();
    }
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
}

}  // namespace pgm::io
