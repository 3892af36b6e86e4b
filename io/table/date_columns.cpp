#include <io/table/date_columns.hpp>

#include <io/table/detail/date_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace pgm::io {
namespace {

constexpr const char* days_annotation = "days since 1970-01-01";

struct StatesOfPart {
    DatePart part;
    std::string_view prefix;  ///< of the name of the column
    std::vector<std::string> states;
};

const std::array<StatesOfPart, 3>& states_of_parts() {
    static const std::array<StatesOfPart, 3> parts = [] {
        std::vector<std::string> hours;
        for (int hour = 0; hour < 24; ++hour) hours.push_back(std::to_string(hour));
        return std::array<StatesOfPart, 3>{
            {{DatePart::month,
              "month of ",
              {"January", "February", "March", "April", "May", "June", "July", "August",
               "September", "October", "November", "December"}},
             {DatePart::weekday,
              "weekday of ",
              {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}},
             {DatePart::hour, "hour of ", std::move(hours)}}};
    }();
    return parts;
}

using Time = std::chrono::sys_time<std::chrono::milliseconds>;

/// Null for a missing day, and for one that no std::chrono::year has.
std::optional<Time> time_at(double days) {
    constexpr double farthest = 1e7, milliseconds_of_day = 86'400'000;
    if (!(std::abs(days) < farthest)) return std::nullopt;
    return Time(std::chrono::milliseconds(std::llround(days * milliseconds_of_day)));
}

/// The number of the state of a part.
std::size_t state_at(Time time, DatePart part) {
    using namespace std::chrono;
    const sys_days day = floor<std::chrono::days>(time);
    if (part == DatePart::month) return unsigned{year_month_day(day).month()} - 1;
    if (part == DatePart::weekday) return weekday(day).iso_encoding() - 1;
    return static_cast<std::size_t>(floor<hours>(time - day).count());
}

}  // namespace

std::optional<std::vector<double>> days_of(std::span<const std::string> texts,
                                           const std::string& column, const DateOptions& options) {
    if (options.are_texts) return std::nullopt;
    detail::DateCells dates(options.order);
    const std::string* uncertain = nullptr;
    for (const std::string& text : texts) {
        if (!dates.take(text)) return std::nullopt;
        if (!uncertain && !dates.is_certain()) uncertain = &text;
    }
    if (!dates.is_certain())
        throw ParseError(detail::uncertain_date(*uncertain, column), {}, detail::order_hint);
    std::vector<double> days;
    for (const std::string& text : texts) days.push_back(*dates.take(text));
    return days;
}

std::string date_text(double days) {
    using namespace std::chrono;
    const std::optional<Time> time = time_at(days);
    if (!time) return to_text(days);
    const sys_days day = floor<std::chrono::days>(*time);
    const year_month_day date(day);
    const auto digits = [](auto number, std::size_t count) {
        const std::string text = std::to_string(number);
        return std::string(count - std::min(count, text.size()), '0') + text;
    };
    const int year{date.year()};
    if (year < 0 || year > 9999) return to_text(days);
    std::string text = digits(year, 4) + '-' + digits(unsigned{date.month()}, 2) + '-' +
                       digits(unsigned{date.day()}, 2);
    const hh_mm_ss clock(*time - day);
    if (clock.to_duration() == milliseconds(0)) return text;
    text += 'T' + digits(clock.hours().count(), 2) + ':' + digits(clock.minutes().count(), 2) +
            ':' + digits(clock.seconds().count(), 2);
    const auto fraction = clock.subseconds().count();
    return fraction == 0 ? text : text + '.' + digits(fraction, 3);
}

void mark_as_days(Variable& column) {
    column.annotate(days_annotation);
}

bool is_marked_as_days(const Variable& column) {
    return std::ranges::find(column.annotations(), days_annotation) != column.annotations().end();
}

Variable part_variable(const std::string& column, DatePart part) {
    const auto found = std::ranges::find(states_of_parts(), part, &StatesOfPart::part);
    if (found == states_of_parts().end()) return Variable(column);
    return {std::string(found->prefix) + column, found->states};
}

Column part_column(const Column& days, DatePart part) {
    if (part == DatePart::number) return days;
    Column column{part_variable(days.name(), part),
                  Codes8(days.rows(), missing_code<std::uint8_t>)};
    Codes8& codes = std::get<Codes8>(column.cells);
    const RealCells& numbers = std::get<RealCells>(days.cells);
    for (std::size_t row = 0; row < numbers.size(); ++row)
        if (const std::optional<Time> time = time_at(numbers[row]))
            codes[row] = static_cast<std::uint8_t>(state_at(*time, part));
    return column;
}

std::optional<NamedPart> part_named(std::string_view name) {
    for (const StatesOfPart& part : states_of_parts())
        if (name.starts_with(part.prefix) && name.size() > part.prefix.size())
            return NamedPart{part.part, std::string(name.substr(part.prefix.size()))};
    return std::nullopt;
}

std::set<std::string> columns_of_parts(std::span<const std::string> names) {
    std::set<std::string> columns;
    for (const std::string& name : names)
        if (auto part = part_named(name)) columns.insert(std::move(part->column));
    return columns;
}

std::vector<DatePart> parts_of(const std::string& column, const DateOptions& options,
                               std::span<const std::string> columns) {
    const auto is_known = [&](const std::string& name) {
        return std::ranges::find(options.known, name) != options.known.end();
    };
    std::vector<DatePart> parts;
    if (is_known(column)) parts.push_back(DatePart::number);
    for (const StatesOfPart& part : states_of_parts())
        if (is_known(std::string(part.prefix) + column)) parts.push_back(part.part);
    if (parts.empty()) parts = options.parts;
    if (parts.empty()) parts = {DatePart::number};
    std::erase_if(parts, [&](DatePart part) {
        return part != DatePart::number &&
               std::ranges::find(columns, part_variable(column, part).name()) != columns.end();
    });
    return parts;
}

}  // namespace pgm::io
