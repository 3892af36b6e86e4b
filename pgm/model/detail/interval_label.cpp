#include <pgm/model/detail/interval_label.hpp>

#include <pgm/core/numbers.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/state_lookup.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string>

namespace pgm::detail {
namespace {

/// Longer labels are names, not numbers; the bound keeps the search for a separator short.
constexpr std::size_t longest_label = 128;

/// One end as its label states it.
enum class Stated : std::uint8_t { included, excluded, unstated };

/// What one label says by itself, before its neighbours are asked.
struct Reading {
    double lower = 0;
    double upper = 0;
    Stated lower_end = Stated::included;
    Stated upper_end = Stated::included;
    bool until_next = false;     ///< "20+": ends where the next such label begins
    bool from_previous = false;  ///< "40.5-": begins where the previous such label ends
};

struct Ends {
    double lower;
    double upper;
};

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

/// A finite number, or inf, infinity, ∞ with or without a sign.
std::optional<double> parse_end(std::string_view text) {
    text = trimmed(text);
    if (const auto number = parse_number(text)) return number;
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    constexpr std::array names = {"inf", "Inf", "INF", "infinity", "Infinity", "\u221e"};
    if (std::find(names.begin(), names.end(), text) == names.end()) return std::nullopt;
    return negative ? -infinity : infinity;
}

bool may_stand_around_underscore(std::string_view left, std::string_view right, Ends ends) {
    const bool both_decimal = left.find('.') != left.npos && right.find('.') != right.npos;
    return both_decimal || std::isinf(ends.lower) || std::isinf(ends.upper);
}

/// "a<separator>b" with a < b, wherever the separator stands: both "1e-3-2e-3" and "-5--3" have one
/// place where either side is a number.
std::optional<Ends> split_range(std::string_view text,
                                std::span<const std::string_view> separators) {
    for (const std::string_view separator : separators) {
        for (std::size_t at = text.find(separator, 1); at < text.size();
             at = text.find(separator, at + 1)) {
            const std::string_view left = text.substr(0, at),
                                   right = text.substr(at + separator.size());
            const auto lower = parse_end(left), upper = parse_end(right);
            if (!lower || !upper || !(*lower < *upper)) continue;
            if (separator == "_" && !may_stand_around_underscore(left, right, {*lower, *upper}))
                continue;
            return Ends{*lower, *upper};
        }
    }
    return std::nullopt;
}

constexpr std::array<std::string_view, 8> separators = {"...", "..", " to ", "\u2013",
                                                        "-",   "_",  ",",    ";"};
constexpr std::span<const std::string_view> range_separators = std::span(separators).first(6);

std::optional<Reading> read_comparison(std::string_view label) {
    struct Form {
        std::string_view sign;
        bool below;
        Stated end;
    };
    constexpr std::array forms = {
        Form{"<=", true, Stated::included},     Form{">=", false, Stated::included},
        Form{"<", true, Stated::excluded},      Form{">", false, Stated::excluded},
        Form{"\u2264", true, Stated::included}, Form{"\u2265", false, Stated::included}};
    for (const Form& form : forms) {
        if (!label.starts_with(form.sign)) continue;
        const auto number = parse_number(trimmed(label.substr(form.sign.size())));
        if (!number) return std::nullopt;
        if (form.below)
            return Reading{.lower = -infinity,
                           .upper = *number,
                           .lower_end = Stated::excluded,
                           .upper_end = form.end};
        return Reading{.lower = *number,
                       .upper = infinity,
                       .lower_end = form.end,
                       .upper_end = Stated::excluded};
    }
    return std::nullopt;
}

std::optional<Reading> read_brackets(std::string_view label) {
    if (label.size() < 5) return std::nullopt;
    const char first = label.front(), last = label.back();
    if ((first != '(' && first != '[' && first != ']') ||
        (last != ')' && last != ']' && last != '['))
        return std::nullopt;
    const auto ends = split_range(label.substr(1, label.size() - 2), separators);
    if (!ends) return std::nullopt;
    return Reading{.lower = ends->lower,
                   .upper = ends->upper,
                   .lower_end = first == '[' ? Stated::included : Stated::excluded,
                   .upper_end = last == ']' ? Stated::included : Stated::excluded};
}

/// "40.5-" and "20+".
std::optional<Reading> read_open_ended(std::string_view label) {
    if (label.size() < 2 || (label.back() != '+' && label.back() != '-')) return std::nullopt;
    const auto number = parse_number(label.substr(0, label.size() - 1));
    if (!number) return std::nullopt;
    if (label.back() == '-') {
        return Reading{.lower = -infinity,
                       .upper = *number,
                       .lower_end = Stated::excluded,
                       .upper_end = Stated::unstated,
                       .from_previous = true};
    }
    return Reading{.lower = *number,
                   .upper = infinity,
                   .lower_end = Stated::unstated,
                   .upper_end = Stated::excluded,
                   .until_next = true};
}

std::optional<Reading> read_bare(std::string_view label) {
    label = trimmed(label);
    if (const auto number = parse_number(label)) return Reading{.lower = *number, .upper = *number};
    if (const auto reading = read_comparison(label)) return reading;
    if (const auto reading = read_brackets(label)) return reading;
    if (const auto reading = read_open_ended(label)) return reading;
    const auto ends = split_range(label, range_separators);
    if (!ends) return std::nullopt;
    return Reading{.lower = ends->lower,
                   .upper = ends->upper,
                   .lower_end = Stated::unstated,
                   .upper_end = Stated::unstated};
}

std::optional<Reading> read_label(std::string_view label) {
    if (label.empty() || label.size() > longest_label) return std::nullopt;
    if (const auto reading = read_bare(label)) return reading;
    const std::size_t colon = label.find(':');
    if (colon == label.npos || !is_letter(label.front())) return std::nullopt;
    return read_bare(label.substr(colon + 1));
}

std::optional<std::vector<Reading>> read_all(std::span<const std::string> labels,
                                             std::size_t unit_length) {
    std::vector<Reading> readings;
    for (const std::string& label : labels) {
        const auto reading =
            read_label(std::string_view(label).substr(0, label.size() - unit_length));
        if (!reading) return std::nullopt;
        readings.push_back(*reading);
    }
    return readings;
}

/// The length of what all labels end in, from its first character that could begin a unit and not
/// continue a number.
std::size_t common_unit_length(std::span<const std::string> labels) {
    const std::string& first = labels.front();
    std::size_t length = first.size();
    for (const std::string& label : labels) {
        const auto mismatch = std::mismatch(
            first.rbegin(),
            first.rbegin() + static_cast<std::ptrdiff_t>(std::min(length, label.size())),
            label.rbegin());
        length = static_cast<std::size_t>(mismatch.first - first.rbegin());
    }
    const auto begins_unit = [](char c) {
        return is_letter(c) || c == '_' || c == '%' || c == ' ' ||
               static_cast<unsigned char>(c) >= 0x80;
    };
    while (length > 0 && !begins_unit(first[first.size() - length])) --length;
    return length;
}

/// "20+", "30+", "40+": each but the last ends where the next begins, and the lower end is the one
/// that belongs. "10-", "20-" are their mirror image.
void close_chains(std::vector<Reading>& readings) {
    std::vector<double> begins, ends;
    for (const Reading& reading : readings) {
        if (reading.until_next) begins.push_back(reading.lower);
        if (reading.from_previous) ends.push_back(reading.upper);
    }
    std::sort(begins.begin(), begins.end());
    std::sort(ends.begin(), ends.end());
    for (Reading& reading : readings) {
        if (reading.until_next) {
            const auto next = std::upper_bound(begins.begin(), begins.end(), reading.lower);
            if (next != begins.end()) reading.upper = *next;
        } else if (reading.from_previous) {
            const auto next = std::lower_bound(ends.begin(), ends.end(), reading.upper);
            if (next != ends.begin()) {
                reading.lower = *(next - 1);
                reading.lower_end = Stated::included;
            }
        }
    }
}

/// What the states that end (or begin) at `value` on the other side of it say about who has it.
IntervalEnd settle(Stated stated, double value,
                   std::span<const std::pair<double, Stated>> opposite_ends) {
    if (std::isinf(value)) return IntervalEnd::excluded;
    if (stated == Stated::included) return IntervalEnd::included;
    if (stated == Stated::excluded) return IntervalEnd::excluded;
    IntervalEnd end = IntervalEnd::included;
    const auto by_value = [](const std::pair<double, Stated>& a,
                             const std::pair<double, Stated>& b) { return a.first < b.first; };
    const auto [first, last] = std::equal_range(opposite_ends.begin(), opposite_ends.end(),
                                                std::pair{value, stated}, by_value);
    for (auto opposite = first; opposite != last; ++opposite) {
        if (opposite->second == Stated::included) return IntervalEnd::excluded;
        if (opposite->second == Stated::unstated) end = IntervalEnd::cut;
    }
    return end;
}

}  // namespace

std::optional<std::vector<StateInterval>> state_intervals(std::span<const std::string> states) {
    if (states.empty()) return std::nullopt;
    auto readings = read_all(states, 0);
    if (!readings) {
        const std::size_t unit = common_unit_length(states);
        if (unit > 0) readings = read_all(states, unit);
    }
    if (!readings) return std::nullopt;
    close_chains(*readings);

    std::vector<std::pair<double, Stated>> lower_ends, upper_ends;
    for (const Reading& reading : *readings) {
        lower_ends.emplace_back(reading.lower, reading.lower_end);
        upper_ends.emplace_back(reading.upper, reading.upper_end);
    }
    std::sort(lower_ends.begin(), lower_ends.end());
    std::sort(upper_ends.begin(), upper_ends.end());

    std::vector<StateInterval> intervals;
    for (const Reading& reading : *readings) {
        intervals.push_back({.lower = reading.lower,
                             .upper = reading.upper,
                             .lower_end = settle(reading.lower_end, reading.lower, upper_ends),
                             .upper_end = settle(reading.upper_end, reading.upper, lower_ends)});
    }
    return intervals;
}

std::optional<std::vector<StateInterval>> intervals_of_values(std::span<const std::string> states) {
    const std::size_t values = states_of_values(states);
    const auto cuts = cuts_of_states(states);
    if (cuts && cuts->empty())
        return std::vector{
            StateInterval{-infinity, infinity, IntervalEnd::excluded, IntervalEnd::excluded}};
    if (values == states.size()) return state_intervals(states);
    return state_intervals(states.first(values));
}

}  // namespace pgm::detail
