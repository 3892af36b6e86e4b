#include <io/table/detail/date_text.hpp>

#include <io/text/text_cursor.hpp>
#include <pgm/core/text/number_text.hpp>

#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

namespace pgm::io::detail {
namespace {

constexpr double no_such_date = std::numeric_limits<double>::quiet_NaN();
constexpr double seconds_of_day = 86400;

/// Digits and the characters between them, from the front of a text.
class DateScanner {
public:
    explicit DateScanner(std::string_view text) : rest_(text) {}

    struct Digits {
        unsigned value = 0;
        std::size_t count = 0;
    };

    Digits digits() {
        Digits found;
        const auto end =
            std::from_chars(rest_.data(), rest_.data() + rest_.size(), found.value).ptr;
        found.count = static_cast<std::size_t>(end - rest_.data());
        rest_.remove_prefix(found.count);
        return found;
    }
    bool take(char c) {
        if (!rest_.starts_with(c)) return false;
        rest_.remove_prefix(1);
        return true;
    }
    /// The next character if it is one of these, else 0.
    char take_one_of(std::string_view characters) {
        if (at_end() || characters.find(rest_.front()) == std::string_view::npos) return 0;
        const char found = rest_.front();
        rest_.remove_prefix(1);
        return found;
    }
    bool at_end() const { return rest_.empty(); }

private:
    std::string_view rest_;
};

double days_of(unsigned year, unsigned month, unsigned day, double seconds) {
    using namespace std::chrono;
    const year_month_day date{std::chrono::year(static_cast<int>(year)), std::chrono::month(month),
                              std::chrono::day(day)};
    if (!date.ok()) return no_such_date;
    const double more_days = std::floor(seconds / seconds_of_day);
    return static_cast<double>(sys_days(date).time_since_epoch().count()) + more_days +
           (seconds - more_days * seconds_of_day) / seconds_of_day;
}

/// The fraction of a second behind the point: of digits, at most as many as a double holds.
std::optional<double> fraction_of_second(DateScanner& scanner) {
    std::string decimal = "0.";
    for (char c = scanner.take_one_of("0123456789"); c != 0; c = scanner.take_one_of("0123456789"))
        decimal += c;
    return decimal.size() > 2 ? parse_number(decimal) : std::nullopt;
}

/// The seconds by which the clocks of a time zone are ahead: Z, +01, +0100 or +01:00; 0 without
/// one. Null for another text.
std::optional<double> seconds_ahead(DateScanner& scanner) {
    scanner.take(' ');
    if (scanner.at_end() || scanner.take_one_of("Zz") != 0) return 0;
    const char sign = scanner.take_one_of("+-");
    DateScanner::Digits hours = scanner.digits(), minutes{0, 2};
    if (hours.count == 4)
        minutes.value = std::exchange(hours, {hours.value / 100, 2}).value % 100;
    else if (scanner.take(':'))
        minutes = scanner.digits();
    if (sign == 0 || hours.count != 2 || minutes.count != 2 || hours.value > 23 ||
        minutes.value > 59)
        return std::nullopt;
    const double seconds = 3600.0 * hours.value + 60.0 * minutes.value;
    return sign == '-' ? -seconds : seconds;
}

/// The seconds since 0:00 UTC of a time of day with the blank or T before it; 0 without one, NaN
/// for a time that no day has. Null for another text.
std::optional<double> time_of_day(DateScanner& scanner) {
    if (scanner.at_end()) return 0;
    if (scanner.take_one_of("Tt ") == 0) return std::nullopt;
    const DateScanner::Digits hours = scanner.digits();
    if (hours.count == 0 || hours.count > 2 || !scanner.take(':')) return std::nullopt;
    const DateScanner::Digits minutes = scanner.digits();
    DateScanner::Digits seconds{0, 2};
    std::optional<double> fraction = 0;
    if (scanner.take(':')) {
        seconds = scanner.digits();
        if (scanner.take_one_of(".,") != 0) fraction = fraction_of_second(scanner);
    }
    const std::optional<double> ahead = seconds_ahead(scanner);
    if (minutes.count != 2 || seconds.count != 2 || !fraction || !ahead) return std::nullopt;
    const double time = 3600.0 * hours.value + 60.0 * minutes.value + seconds.value + *fraction;
    const bool is_one =
        minutes.value < 60 && seconds.value <= 60 && (hours.value < 24 || time == seconds_of_day);
    return is_one ? time - *ahead : no_such_date;
}

}  // namespace

std::optional<DateText> read_date(std::string_view text) {
    if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
    DateScanner scanner(text);
    const DateScanner::Digits a = scanner.digits();
    const char separator = a.count <= 4 ? scanner.take_one_of("-/.") : '\0';
    if (separator == 0) return std::nullopt;
    const DateScanner::Digits b = scanner.digits();
    if (b.count == 0 || b.count > 2 || !scanner.take(separator)) return std::nullopt;
    const DateScanner::Digits c = scanner.digits();
    const std::optional<double> seconds = time_of_day(scanner);
    if (c.count == 0 || !seconds || !scanner.at_end()) return std::nullopt;
    if (a.count == 4 && c.count <= 2) {
        const double days = days_of(a.value, b.value, c.value, *seconds);
        return DateText{days, days};
    }
    if (a.count > 2 || a.count == 0) return std::nullopt;
    if (c.count == 2) return DateText{no_such_date, no_such_date, true};
    if (c.count != 4) return std::nullopt;
    const double day_first = days_of(c.value, b.value, a.value, *seconds);
    if (separator == '.') return DateText{day_first, day_first};
    return DateText{day_first, days_of(c.value, a.value, b.value, *seconds)};
}

std::string reason_against_date(std::string_view text) {
    const std::optional<DateText> date = read_date(text);
    if (!date) return {};
    if (date->has_short_year) return "whose year has two digits";
    if (std::isnan(date->day_first) && std::isnan(date->month_first))
        return "which no calendar has";
    return std::isnan(date->day_first) ? "which has the month before the day"
                                       : "which has the day before the month";
}

std::optional<double> DateCells::take(std::string_view text) {
    if (!takes_dates_) return std::nullopt;
    const std::optional<DateText> date = read_date(text);
    if (!date) return std::nullopt;
    const bool day_first = day_first_ && !std::isnan(date->day_first);
    const bool month_first = month_first_ && !std::isnan(date->month_first);
    if (!day_first && !month_first) return std::nullopt;
    day_first_ = day_first;
    month_first_ = month_first;
    differ_ = differ_ || date->day_first != date->month_first;
    has_any_ = true;
    return day_first ? date->day_first : date->month_first;
}

std::string uncertain_date(std::string_view text, const std::string& column) {
    return shown(text) + " in column " + shown(column) +
           " may have the day or the month first, and no cell shows which";
}

std::string not_a_date(std::string_view text, const std::string& column) {
    const std::string reason = reason_against_date(text);
    return shown(text) + " is not a date" + (reason.empty() ? "" : ", " + reason) +
           ", but column " + shown(column) + " has dates";
}

}  // namespace pgm::io::detail
