#include <io/table/date_columns.hpp>

#include <tests/support/catch.hpp>

#include <limits>
#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::io;
using Catch::Contains;

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

std::string state_of(const Column& column, std::size_t row) {
    const std::optional<StateId> state = column.state(row);
    return state ? column.variable.state(*state) : "";
}

std::string part_of(double days, DatePart part) {
    return state_of(part_column(continuous_column("d", std::vector{days}), part), 0);
}

}  // namespace

TEST_CASE("Parts of dates: four centuries counted day by day") {
    const std::vector<std::string> weekdays = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                               "Friday", "Saturday", "Sunday"},
                                   months = {"January",   "February", "March",    "April",
                                             "May",       "June",     "July",     "August",
                                             "September", "October",  "November", "December"};
    std::vector<double> numbers;
    std::vector<std::string> names, days_of_week, texts;
    double day = -135140;  // 1600-01-01, a Saturday
    std::size_t weekday = 5;
    const auto digits = [](int number) {
        return (number < 10 ? "0" : "") + std::to_string(number);
    };
    for (int year = 1600; year < 2000; ++year) {
        const bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        for (int month = 0; month < 12; ++month) {
            const int length = month == 1 ? (is_leap ? 29 : 28)
                               : month == 3 || month == 5 || month == 8 || month == 10 ? 30
                                                                                       : 31;
            for (int date = 1; date <= length; ++date, ++day, weekday = (weekday + 1) % 7) {
                numbers.push_back(day);
                names.push_back(months[static_cast<std::size_t>(month)]);
                days_of_week.push_back(weekdays[weekday]);
                texts.push_back(std::to_string(year) + "-" + digits(month + 1) + "-" +
                                digits(date));
            }
        }
    }
    CHECK(day == 10957);  // 2000-01-01
    CHECK(days_of(texts, "d", {}) == numbers);
    const Column column = continuous_column("d", numbers);
    const Column month = part_column(column, DatePart::month),
                 week = part_column(column, DatePart::weekday);
    std::size_t wrong = 0;
    for (std::size_t row = 0; row < numbers.size(); ++row)
        wrong += state_of(month, row) != names[row] || state_of(week, row) != days_of_week[row] ||
                 date_text(numbers[row]) != texts[row];
    CHECK(wrong == 0);
}

TEST_CASE("Parts of dates: every minute of a day has its hour") {
    std::size_t wrong = 0;
    for (int minute = 0; minute < 1440; ++minute)
        for (const int day : {-20000, -1, 0, 19787})
            wrong += part_of(day + minute / 1440.0, DatePart::hour) != std::to_string(minute / 60);
    CHECK(wrong == 0);
    CHECK(part_of(missing, DatePart::hour).empty());
    CHECK(part_of(1e300, DatePart::month).empty());
    CHECK(part_of(-1e9, DatePart::weekday).empty());
}

TEST_CASE("Parts of dates: names, and the columns that a table gets") {
    CHECK(part_variable("admitted", DatePart::month).name() == "month of admitted");
    CHECK(part_variable("admitted", DatePart::weekday).states().front() == "Monday");
    CHECK(part_variable("admitted", DatePart::hour).cardinality() == 24);
    CHECK_FALSE(part_variable("admitted", DatePart::number).is_discrete());
    const std::optional<NamedPart> named = part_named("weekday of date of birth");
    REQUIRE(named);
    CHECK(named->part == DatePart::weekday);
    CHECK(named->column == "date of birth");
    CHECK_FALSE(part_named("month of "));
    CHECK_FALSE(part_named("day of admitted"));
    using Parts = std::vector<DatePart>;
    const DateOptions two{.parts = {DatePart::month, DatePart::hour}};
    const std::vector<std::string> table = {"a", "hour of a"};
    CHECK(parts_of("a", {}, table) == Parts{DatePart::number});
    CHECK(parts_of("a", two, table) == Parts{DatePart::month});
    // A model decides.
    CHECK(parts_of("a", {.known = {"weekday of a", "b"}}, table) == Parts{DatePart::weekday});
    CHECK(parts_of("a", {.parts = {DatePart::month}, .known = {"a"}}, table) ==
          Parts{DatePart::number});
}

TEST_CASE("Dates as texts: with a time of day where there is one") {
    CHECK(date_text(19787) == "2024-03-05");
    CHECK(date_text(19787.604166666668) == "2024-03-05T14:30:00");
    CHECK(date_text(19787.604169560185) == "2024-03-05T14:30:00.250");
    CHECK(date_text(-719162) == "0001-01-01");
    CHECK(date_text(1e9) == "1e+09");
}

TEST_CASE("Texts that may have the day or the month first are refused, unless it is told") {
    const std::vector<std::string> texts = {"5/5/2024", "3/5/2024"};
    CHECK_THROWS_WITH(days_of(texts, "a", {}),
                      Contains("'3/5/2024' in column 'a' may have the day or the month first"));
    CHECK(days_of(texts, "a", parse_date_options("day-first"))->back() == 19846);
    CHECK(days_of(texts, "a", parse_date_options("month-first"))->back() == 19787);
    CHECK_FALSE(days_of(texts, "a", parse_date_options("text")));
    CHECK_FALSE(days_of(std::vector<std::string>{"5/5/2024", "x"}, "a", {}));
}
