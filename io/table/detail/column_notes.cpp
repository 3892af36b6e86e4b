#include <io/table/detail/column_notes.hpp>

#include <io/text/text_cursor.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace pgm::io::detail {
namespace {

/// The words of pandas, R, SQL and spreadsheets for a missing value.
constexpr std::array<std::string_view, 16> foreign_marks = {
    "NaN", "nan",  "NAN",  "None", "NULL", "Null",   "null", "N/A",
    "n/a", "#N/A", "<NA>", "NaT",  "\\N",  "#NULL!", "-nan", "(null)"};

/// Between groups of digits: also an apostrophe, a no-break space, a narrow one and a thin one.
constexpr std::array<std::string_view, 8> thousands_marks = {
    ",", ".", "'", " ", "\xE2\x80\x99", "\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x89"};

std::size_t take_digits(std::string_view& text) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
    const auto count = static_cast<std::size_t>(end - text.begin());
    text.remove_prefix(count);
    return count;
}

/// Moves past groups of three digits that follow the mark. Returns how many there are.
std::size_t take_groups(std::string_view& text, std::string_view mark) {
    std::size_t groups = 0;
    for (; text.starts_with(mark); ++groups) {
        std::string_view rest = text.substr(mark.size());
        if (take_digits(rest) != 3) break;
        text = rest;
    }
    return groups;
}

/// True if the text is empty or a decimal sign with digits.
bool is_fraction(std::string_view text) {
    if (text.empty()) return true;
    if (text.front() != '.' && text.front() != ',') return false;
    text.remove_prefix(1);
    return take_digits(text) > 0 && text.empty();
}

}  // namespace

NumberNotation notation_of(std::string_view text, char decimal) {
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    const std::size_t digits = take_digits(text);
    if (digits >= 1 && digits <= 3) {
        for (const std::string_view mark : thousands_marks) {
            std::string_view rest = text;
            const std::size_t groups = take_groups(rest, mark);
            if (groups == 0 || (mark.front() == decimal && groups == 1 && rest.empty())) continue;
            if (is_fraction(rest) && !rest.starts_with(mark)) return NumberNotation::thousands;
        }
    }
    const char other = decimal == '.' ? ',' : '.';
    if (!text.starts_with(other)) return NumberNotation::none;
    text.remove_prefix(1);
    const bool has_digits = take_digits(text) + digits > 0;
    if (text.starts_with('e') || text.starts_with('E')) {
        text.remove_prefix(1);
        if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
        if (take_digits(text) == 0) return NumberNotation::none;
    }
    return has_digits && text.empty() ? NumberNotation::other_decimal : NumberNotation::none;
}

std::string listed(const std::vector<std::string>& names, const std::string& singular) {
    return singular + (names.size() == 1 ? " " : "s ") + first_few(names, 5, shown);
}

bool ColumnNotes::add(const ColumnEncoder& encoder, bool is_nearly_numeric) {
    if (encoder.found_word() && add_notation(encoder)) return true;
    if (!is_nearly_numeric) add_marks(encoder);
    return false;
}

/// A column is one of numbers or dates in another notation if this is true of all its texts that
/// are neither numbers nor marks of missing values.
bool ColumnNotes::add_notation(const ColumnEncoder& encoder) {
    const std::string* decimal = nullptr;
    const std::string* thousands = nullptr;
    const std::string* short_year = nullptr;
    for (const std::string* const text : encoder.texts()) {
        if (cell_number(*text, options_) ||
            std::ranges::find(foreign_marks, *text) != foreign_marks.end())
            continue;
        const NumberNotation notation = notation_of(*text, options_.decimal);
        if (notation == NumberNotation::none) {
            const std::optional<DateText> date = read_date(*text);
            if (!date || !date->has_short_year) return false;
            if (!short_year) short_year = text;
            continue;
        }
        const std::string*& first = notation == NumberNotation::thousands ? thousands : decimal;
        if (!first) first = text;
    }
    const std::string* const example = decimal ? decimal : thousands ? thousands : short_year;
    if (!example || (short_year && example != short_year)) return false;
    NotedColumns& columns = decimal ? other_decimal_ : thousands ? thousands_ : short_years_;
    columns.names.push_back(encoder.name());
    if (columns.examples.empty()) columns.examples.push_back(*example);
    return true;
}

void ColumnNotes::add_marks(const ColumnEncoder& encoder) {
    if (!encoder.found_word()) return;  // the kind of the column was declared
    bool has_any = false;
    for (const std::string_view mark : foreign_marks) {
        if (!encoder.has_text(mark)) continue;
        has_any = true;
        if (std::ranges::find(marks_.examples, mark) == marks_.examples.end())
            marks_.examples.emplace_back(mark);
    }
    if (has_any) marks_.names.push_back(encoder.name());
}

Problem ColumnNotes::note(const NotedColumns& columns, const std::string& reason,
                          std::string hint) const {
    const bool one = columns.names.size() == 1;
    return {Problem::Severity::note,
            listed(columns.names, "column") + (one ? " is" : " are") +
                " taken as names because of " + reason + " such as " +
                shown(columns.examples.front()),
            {.file = options_.name},
            std::move(hint)};
}

void ColumnNotes::append_to(std::vector<Problem>& notes) const {
    const bool has_point = options_.decimal == '.';
    if (!other_decimal_.names.empty())
        notes.push_back(note(
            other_decimal_, has_point ? "decimal commas" : "decimal points",
            has_point ? "--decimal , reads them as numbers" : "--decimal . reads them as numbers"));
    if (!thousands_.names.empty())
        notes.push_back(note(thousands_, "thousands separators",
                             has_point && thousands_.examples.front().find(',') != std::string::npos
                                 ? "remove them from the file; --decimal , if a comma is the "
                                   "decimal sign"
                                 : "remove them from the file"));
    if (!short_years_.names.empty())
        notes.push_back(note(short_years_, "dates with two digits of the year",
                             "write all four digits in the file"));
    if (marks_.names.empty()) return;
    std::string option;
    for (const std::string& mark : options_.missing_marks) option += mark + ",";
    for (const std::string& mark : marks_.examples)
        option += (&mark == marks_.examples.data() ? "" : ",") + mark;
    notes.push_back({Problem::Severity::note,
                     listed(marks_.names, "column") +
                         (marks_.names.size() == 1 ? " has" : " have") + " the name " +
                         shown(marks_.examples.front()) +
                         ", which other programs write for missing values",
                     {.file = options_.name},
                     "--missing-marks '" + option + "' reads them as missing"});
}

}  // namespace pgm::io::detail
