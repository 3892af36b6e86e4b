#include <io/csv/detail/csv_header.hpp>

#include <io/table/detail/control_character.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace pgm::io::detail {
namespace {

/// Features of the first row of data by which the header is recognised.
struct FirstRow {
    std::size_t cells = 0;
    std::size_t filled = 0;  ///< cells up to the last one that is not empty
};

class HeaderReader {
public:
    HeaderReader(CsvRows& rows, const DataOptions& options) : rows_(rows), options_(options) {}

    CsvHeader read() && {
        rows_.drop_columns_from(CsvRows::no_column, 0);
        read_names();
        if (!options_.header) {
            rows_.restart();
            return {std::move(names_)};
        }
        check_repeated();
        remark_on_names_like_data();
        const std::optional<FirstRow> first_row = read_first_row();
        drop_last_columns(first_row);
        name_first_column();
        check_empty();
        if (first_row) name_row_names(*first_row);
        rows_.restart();
        read_line([](std::size_t, std::string_view) {});
        return {std::move(names_), std::move(notes_)};
    }

private:
    /// Reads the next line that is not blank. Cells of a line that a piece of the file cut off are
    /// passed again from the first.
    template <class Cell>
    bool read_line(Cell&& cell) {
        do {
            if (rows_.next_row(cell, [](std::size_t) {})) return true;
        } while (rows_.next_piece());
        return false;
    }

    void read_names();
    void check_name(std::size_t column, std::string_view name) const;
    void check_repeated();
    [[noreturn]] void fail_repeated(const std::string& name, bool is_data);
    void check_empty();
    std::optional<FirstRow> read_first_row();
    void drop_last_columns(const std::optional<FirstRow>& first_row);
    void name_first_column();
    void name_row_names(const FirstRow& first_row);
    void remark_on_names_like_data();
    bool is_like_data(std::string_view name) const;
    std::string free_name() const;
    void note(std::string message, std::string hint = {}) {
        notes_.push_back({Problem::Severity::note, std::move(message), where_, std::move(hint)});
    }

    CsvRows& rows_;
    const DataOptions& options_;
    std::vector<std::string> names_;
    std::vector<Problem> notes_;
    Location where_;  ///< of the first name
};

void HeaderReader::read_names() {
    const std::size_t limit = options_.limits.max_variables;
    const auto cell = [&](std::size_t column, std::string_view text) {
        if (column == 0) {
            names_.clear();
            where_ = rows_.location();
        }
        if (column >= limit)
            rows_.fail_too_large("more than " + std::to_string(limit) + " columns, the limit");
        names_.push_back(options_.header ? std::string(text) : "c" + std::to_string(column + 1));
        if (options_.header) check_name(column, text);
    };
    rows_.restart();
    if (!read_line(cell))
        rows_.fail(options_.header ? "there is no header line" : "there are no rows",
                   "the file is empty");
}

void HeaderReader::check_name(std::size_t column, std::string_view name) const {
    const auto subject = [&] {
        return "the name of column " + std::to_string(column + 1) + ", " + shown(name) + ",";
    };
    if (!is_utf8(name)) rows_.fail(subject() + " is not UTF-8", not_utf8_hint);
    const std::size_t control = find_control_character(name);
    if (control == std::string_view::npos) return;
    rows_.fail_inside(name.substr(control),
                      subject() + " holds the control character " + code_point_of(name[control]),
                      "remove it from the first line");
}

/// Throws ParseError for a repeated name. Files without a header often repeat several.
void HeaderReader::check_repeated() {
    std::vector<std::string_view> sorted(names_.begin(), names_.end());
    std::erase(sorted, std::string_view());
    std::sort(sorted.begin(), sorted.end());
    const auto repeated = std::adjacent_find(sorted.begin(), sorted.end());
    if (repeated == sorted.end()) return;
    const auto next = std::upper_bound(repeated, sorted.end(), *repeated);
    const bool is_data = is_like_data(*repeated) || next - repeated > 2 ||
                         std::adjacent_find(next, sorted.end()) != sorted.end();
    fail_repeated(std::string(*repeated), is_data);
}

/// Reads the first line again to find the location of the second occurrence.
void HeaderReader::fail_repeated(const std::string& name, bool is_data) {
    std::size_t seen = 0;
    rows_.restart();
    read_line([&](std::size_t column, std::string_view text) {
        if (column == 0) seen = 0;
        if (text == name && ++seen == 2)
            rows_.fail("two columns are called " + shown(name),
                       is_data ? "is the first line data? --no-header; otherwise rename one of them"
                               : "rename one of them");
    });
    rows_.fail("two columns are called " + shown(name));
}

/// Reads the first line again to find the location of an empty name.
void HeaderReader::check_empty() {
    const auto found = std::ranges::find(names_, std::string());
    if (found == names_.end()) return;
    const auto empty = static_cast<std::size_t>(found - names_.begin());
    rows_.restart();
    read_line([&](std::size_t column, std::string_view) {
        if (column == empty)
            rows_.fail("column " + std::to_string(column + 1) + " has an empty name",
                       "every column needs a name in the first line");
    });
}

std::optional<FirstRow> HeaderReader::read_first_row() {
    FirstRow row;
    const bool found = read_line([&](std::size_t column, std::string_view text) {
        row.cells = column + 1;
        if (column == 0) row.filled = 0;
        if (!text.empty()) row.filled = column + 1;
    });
    if (!found) return std::nullopt;
    return row;
}

/// Drops the last columns if they have no names and no cells: spreadsheets write a delimiter at the
/// end of every line, and other programs at the end of the first one.
void HeaderReader::drop_last_columns(const std::optional<FirstRow>& first_row) {
    std::size_t named = names_.size();
    while (named > 1 && names_[named - 1].empty()) --named;
    const std::size_t dropped = names_.size() - named;
    if (dropped == 0) return;
    if (first_row && first_row->cells == named) {
        names_.resize(named);
        note("the header ends with a delimiter and the rows do not: it is left out");
        return;
    }
    if (first_row && (first_row->cells != names_.size() || first_row->filled > named)) return;
    names_.resize(named);
    rows_.drop_columns_from(named, dropped);
    note("the lines end with " +
         (dropped == 1 ? std::string("a delimiter, and the empty last column is left out")
                       : std::to_string(dropped) + " delimiters, and the empty last columns are "
                                                   "left out"));
}

/// c1 or, if a column has that name, the first of c2, c3, ... that is free.
std::string HeaderReader::free_name() const {
    std::vector<std::string_view> taken(names_.begin(), names_.end());
    std::ranges::sort(taken);
    for (std::size_t i = 1;; ++i) {
        std::string name = "c" + std::to_string(i);
        if (!std::ranges::binary_search(taken, name)) return name;
    }
}

void HeaderReader::name_first_column() {
    if (!names_.front().empty()) return;
    names_.front() = free_name();
    note("the first column has no name and is called '" + names_.front() + "'",
         "numbers or names of rows? --ignore " + names_.front());
}

/// The header of R's write.table has no name for the row names. A comma or semicolon too many is
/// more often part of a cell, so such a table is read only if blanks or tabs are the delimiter.
void HeaderReader::name_row_names(const FirstRow& first_row) {
    if (first_row.cells != names_.size() + 1 || first_row.filled <= names_.size() ||
        (rows_.delimiter() != ' ' && rows_.delimiter() != '\t'))
        return;
    names_.insert(names_.begin(), free_name());
    note(
        "the rows have one cell more than the header: the first column is taken as row names and "
        "called '" +
            names_.front() + "'",
        "is it none of the data? --ignore " + names_.front());
}

bool HeaderReader::is_like_data(std::string_view name) const {
    return cell_number(name, options_) ||
           (!name.empty() &&
            std::ranges::find(options_.missing_marks, name) != options_.missing_marks.end());
}

/// Notes that most names look like cells. Names that count up, such as years or the columns of a
/// matrix, are names.
void HeaderReader::remark_on_names_like_data() {
    std::size_t like_data = 0, steps = 0;
    std::optional<double> before;
    const std::string* example = nullptr;
    for (const std::string& name : names_) {
        if (!is_like_data(name)) continue;
        if (!example) example = &name;
        ++like_data;
        const std::optional<double> number = parse_number(name);
        steps += before && number && *number == *before + 1;
        before = number;
    }
    if (like_data == 0 || 2 * like_data < names_.size() ||
        (like_data > 2 && steps + 1 == like_data))
        return;
    note((like_data == names_.size() ? "all" : "most") +
             std::string(" names of columns look like data, such as '") + *example +
             "': is the first line data?",
         "--no-header reads it as such");
}

}  // namespace

CsvHeader read_csv_header(CsvRows& rows, const DataOptions& options) {
    return HeaderReader(rows, options).read();
}

namespace {

/// Names the delimiter that would separate a row into as many cells as there are columns; "" if
/// none would. A blank is none here, since texts contain blanks.
std::string other_delimiter(const CsvRows& rows, const DataOptions& options, std::size_t columns) {
    const auto named = [](char c) {
        return c == '\t' ? std::string("tabs") : "'" + std::string(1, c) + "'";
    };
    for (const char c : options.delimiters) {
        if (c == ' ' || c == rows.delimiter() || columns < 2 || rows.cells_between(c) != columns)
            continue;
        return std::string("the ") + (options.header ? "header" : "first row") +
               " is separated by " + named(rows.delimiter()) + " and this row by " + named(c) +
               ": one file has one delimiter";
    }
    return {};
}

}  // namespace

void fail_long_row(const CsvRows& rows, const DataOptions& options, std::size_t columns) {
    const std::string other = other_delimiter(rows, options, columns);
    rows.fail("this row has more cells than the " + std::to_string(columns) +
                  (options.header ? " of the header" : " of the first row"),
              other.empty() ? "a cell that holds a delimiter must be in quotes, and row names need "
                              "a name in the header too"
                            : other);
}

void fail_short_row(const CsvRows& rows, const DataOptions& options, std::size_t cells,
                    std::size_t columns) {
    rows.fail("this row has " + std::to_string(cells) + (cells == 1 ? " cell" : " cells") +
                  ", but the " + (options.header ? "header" : "first row") + " has " +
                  std::to_string(columns),
              other_delimiter(rows, options, columns));
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
    if (outcome == ColumnEncoder::Outcome::uncertain_date)
        rows.fail(uncertain_date(text, encoder.name()), order_hint);
    if (outcome == ColumnEncoder::Outcome::not_a_number && encoder.has_days())
        rows.fail(not_a_date(text, encoder.name()), not_a_date_hint);
    if (outcome == ColumnEncoder::Outcome::not_a_number) {
        rows.fail(shown(text) + " is not a finite number, but column " + shown(encoder.name()) +
                  " is continuous");
    }
    rows.fail(shown(text) + " is no state of column " + shown(encoder.name()),
              did_you_mean(text, encoder.declared_states()));
}

}  // namespace pgm::io::detail
