#include <io/csv/detail/csv_header.hpp>

#include <io/text/text_cursor.hpp>
#include <pgm/core/text/suggest.hpp>
#include <pgm/core/text/utf8.hpp>

#include <algorithm>
#include <string_view>

namespace pgm::io::detail {
namespace {

void check_name(const CsvRows& rows, std::size_t column, const std::string& name) {
    if (!is_utf8(name))
        rows.fail("the name of column " + std::to_string(column + 1) + ", " + shown(name) +
                      ", is not UTF-8",
                  not_utf8_hint);
    if (name.empty())
        rows.fail("column " + std::to_string(column + 1) + " has an empty name",
                  "every column needs a name in the first line");
}

/// Throws ParseError for a repeated name. Reads the first line again to find its location.
void check_repeated(CsvRows& rows, const std::vector<std::string>& names) {
    std::vector<std::string_view> sorted(names.begin(), names.end());
    std::sort(sorted.begin(), sorted.end());
    const auto repeated = std::adjacent_find(sorted.begin(), sorted.end());
    if (repeated == sorted.end()) return;
    const std::string name(*repeated);
    std::size_t seen = 0;
    rows.restart();
    const auto cell = [&](std::size_t, std::string_view text) {
        if (text == name && ++seen == 2)
            rows.fail("two columns are called " + shown(name), "rename one of them");
    };
    while (rows.next_piece()) {
        seen = 0;
        if (rows.next_row(cell, [](std::size_t) {})) break;
    }
}

}  // namespace

std::vector<std::string> read_csv_names(CsvRows& rows, const DataOptions& options) {
    const std::size_t limit = options.limits.max_variables;
    std::vector<std::string> names;
    const auto cell = [&](std::size_t column, std::string_view text) {
        if (column >= limit)
            rows.fail_too_large("more than " + std::to_string(limit) + " columns, the limit");
        names.push_back(options.header ? std::string(text) : "c" + std::to_string(column + 1));
        check_name(rows, column, names.back());
    };
    rows.restart();
    bool found = false;
    while (!found && rows.next_piece()) {
        names.clear();
        found = rows.next_row(cell, [](std::size_t) {});
    }
    if (!found)
        rows.fail(options.header ? "there is no header line" : "there are no rows",
                  "the file is empty");
    check_repeated(rows, names);
    if (!options.header) rows.restart();
    return names;
}

void fail_long_row(const CsvRows& rows, const DataOptions& options, std::size_t columns) {
    rows.fail("this row has more cells than the " + std::to_string(columns) +
                  (options.header ? " of the header" : " of the first row"),
              "a cell that holds a delimiter must be in quotes");
}

void fail_short_row(const CsvRows& rows, const DataOptions& options, std::size_t cells,
                    std::size_t columns) {
    rows.fail("this row has " + std::to_string(cells) + (cells == 1 ? " cell" : " cells") +
              ", but the " + (options.header ? "header" : "first row") + " has " +
              std::to_string(columns));
}

void fail_cell(const CsvRows& rows, const DataOptions& options, const ColumnEncoder& encoder,
               ColumnEncoder::Outcome outcome, std::string_view text) {
    if (outcome == ColumnEncoder::Outcome::too_many_states) {
        rows.fail_too_large("column " + shown(encoder.name()) + " has more than " +
                            std::to_string(options.limits.max_states) +
                            " different values, the limit of states");
    }
    if (!is_utf8(text)) {
        rows.fail(shown(text) + " in column " + shown(encoder.name()) + " is not UTF-8",
                  not_utf8_hint);
    }
    if (outcome == ColumnEncoder::Outcome::not_a_number) {
        rows.fail(shown(text) + " is not a finite number, but column " + shown(encoder.name()) +
                  " is continuous");
    }
    rows.fail(shown(text) + " is no state of column " + shown(encoder.name()),
              did_you_mean(text, encoder.declared_states()));
}

}  // namespace pgm::io::detail
