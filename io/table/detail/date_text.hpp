#pragma once

#include <io/options/data_options.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pgm::io::detail {

/// A text that has the form of a date, as days since 1970-01-01 at 0:00 UTC.
///
///     2024-03-05   2024/3/5   5.3.2024       with an order of their own
///     3/5/2024   3-5-2024                    with the day or the month first
///     each alone, or with T or a blank and 14:30, 14:30:05 or 14:30:05.25, and then with Z, +01,
///     +0100 or +01:00, or without, which counts as UTC
///
/// 24:00 is the end of its day and 23:59:60, a leap second, the beginning of the next one.
struct DateText {
    double day_first, month_first;  ///< by either order; NaN where there is no such day or time
    bool has_short_year = false;    ///< 05.03.24, which is no date
};

/// Null where the text has another form.
std::optional<DateText> read_date(std::string_view text);

/// The reason why a text with the form of a date is not one of a column's dates, such as "which is
/// no day of the calendar"; empty for other texts.
std::string reason_against_date(std::string_view text);

/// The dates of one column, cell by cell, and the order of day and month that they leave possible.
class DateCells {
public:
    /// No text is a date.
    DateCells() = default;
    explicit DateCells(DateOrder order)
        : takes_dates_(true),
          day_first_(order != DateOrder::month_first),
          month_first_(order != DateOrder::day_first) {}

    /// The days of a text that is a date in an order in which all are that were taken before, which
    /// it then is to be for the others. Null for another text. While the order is uncertain, the
    /// days are those with the day first.
    std::optional<double> take(std::string_view text);

    bool takes_dates() const { return takes_dates_; }
    bool has_any() const { return has_any_; }
    /// False while both orders are possible and give different days.
    bool is_certain() const { return !differ_ || order() != DateOrder::unknown; }
    /// Unknown while both are possible.
    DateOrder order() const {
        if (day_first_ == month_first_) return DateOrder::unknown;
        return day_first_ ? DateOrder::day_first : DateOrder::month_first;
    }

private:
    bool takes_dates_ = false;
    bool has_any_ = false;
    bool day_first_ = true, month_first_ = true;  ///< the orders that are possible
    bool differ_ = false;                         ///< some date is another one in the other order
};

/// What to do about a date that may have either order.
inline constexpr const char* order_hint =
    "--dates day-first or --dates month-first says which, --dates text leaves them as they are";

/// "'3/5/2024' in column 'admitted' may have the day or the month first, and no cell shows which".
std::string uncertain_date(std::string_view text, const std::string& column);

/// "'?' is not a date, but column 'admitted' has dates", and what to do about it.
std::string not_a_date(std::string_view text, const std::string& column);
inline constexpr const char* not_a_date_hint =
    "--missing-marks if it stands for a missing value, --dates text if they are names";

}  // namespace pgm::io::detail
