#include <io/table/detail/date_text.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <string>

using namespace pgm::io;
using namespace pgm::io::detail;

namespace {

/// The days of a text that has one order only. Expected values are those of Python's datetime.
double days(std::string_view text) {
    const std::optional<DateText> date = read_date(text);
    REQUIRE(date);
    CHECK(date->day_first == date->month_first);
    return date->day_first;
}

bool is_impossible(std::string_view text) {
    const std::optional<DateText> date = read_date(text);
    return date && std::isnan(date->day_first) && std::isnan(date->month_first);
}

}  // namespace

TEST_CASE("Dates are days since 1970, before it and far away, too") {
    CHECK(days("1970-01-01") == 0);
    CHECK(days("1969-12-31") == -1);
    CHECK(days("0001-01-01") == -719162);
    CHECK(days("9999-12-31") == 2932896);
    CHECK(days("2000-02-29") == 11016);
    for (const char* same : {"2024-03-05", "2024-3-5", "2024/03/05", "05.03.2024", "5.3.2024",
                             "2024-03-05T00:00", "2024-03-05T00:00:00Z"}) {
        INFO(same);
        CHECK(days(same) == 19787);
    }
}

TEST_CASE("Times of day are fractions of a day, to the last bit") {
    CHECK(days("2024-03-05T14:30:00") == 19787.604166666668);
    CHECK(days("2024-03-05 14:30") == 19787.604166666668);
    CHECK(days("5.3.2024 14:30") == 19787.604166666668);
    CHECK(days("2024-03-05t14:30:00.25z") == 19787.604169560185);
    CHECK(days("2024-03-05 14:30:00,250") == 19787.604169560185);
    CHECK(days("1969-12-31T12:00:00") == -0.5);
}

TEST_CASE("An offset to UTC makes the time that of UTC") {
    for (const char* same :
         {"2024-03-05 15:30+01", "2024-03-05 15:30:00 +0100", "2024-03-05T09:00:00-05:30",
          "2024-03-06T00:30+10:00", "2024-03-05T14:30Z"}) {
        INFO(same);
        CHECK(days(same) == 19787.604166666668);
    }
}

TEST_CASE("The end of a day and a leap second are the beginning of the next day") {
    CHECK(days("2016-12-31T23:59:60Z") == days("2017-01-01"));
    CHECK(days("2024-03-04 24:00") == 19787);
}

TEST_CASE("Dates with a slash have the day or the month first") {
    const std::optional<DateText> date = read_date("3/5/2024");
    REQUIRE(date);
    CHECK(date->day_first == 19846);
    CHECK(date->month_first == 19787);
    const std::optional<DateText> certain = read_date("13-05-2024");
    REQUIRE(certain);
    CHECK(certain->day_first == 19856);
    CHECK(std::isnan(certain->month_first));
}

TEST_CASE("What is on no calendar or clock has the form of a date only") {
    for (const char* text : {"2023-02-30", "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-10",
                             "32.1.2024", "13/13/2024", "2024-03-05 25:00", "2024-03-05 24:01",
                             "2024-03-05 12:60", "2024-03-05 12:00:61"}) {
        INFO(text);
        CHECK(is_impossible(text));
        CHECK(reason_against_date(text) == "which no calendar has");
    }
    CHECK(reason_against_date("05.03.24") == "whose year has two digits");
    CHECK(reason_against_date("unknown").empty());
}

TEST_CASE("Other texts are no dates") {
    for (const char* text : {"",
                             "2024",
                             "20240305",
                             "2024-03",
                             "2024-03-05T",
                             "2024-03-05 ",
                             "2024-03-05x",
                             "x",
                             "2024-03-05T14",
                             "2024-03-05 14:3",
                             "2024-03-05 14:30:",
                             "2024-03-05 14:30:00.",
                             "2024-03-05 14:30 +1",
                             "2024-03-05 14:30+01:",
                             "-2024-03-05",
                             "2024-03.05",
                             "024-03-05",
                             "12024-03-05",
                             "1.2.3",
                             "2024--05",
                             "5.3.202",
                             "2024-03-005",
                             "14:30",
                             "99999999999999999999-01-01"}) {
        INFO(text);
        CHECK_FALSE(read_date(text));
    }
}

TEST_CASE("A column of dates keeps the orders in which all its cells are dates") {
    DateCells cells(DateOrder::unknown);
    CHECK(cells.is_certain());
    CHECK(cells.take("5/5/2024"));
    CHECK(cells.is_certain());
    CHECK(cells.take("3/5/2024"));
    CHECK_FALSE(cells.is_certain());
    CHECK_FALSE(cells.take("unknown"));
    CHECK(cells.take("2024-03-05") == 19787.0);
    CHECK_FALSE(cells.is_certain());
    CHECK(cells.take("13/5/2024") == 19856.0);
    CHECK(cells.order() == DateOrder::day_first);
    CHECK_FALSE(cells.take("5/13/2024"));
    CHECK(cells.take("3/5/2024") == 19846.0);
    DateCells declared(DateOrder::month_first);
    CHECK(declared.take("3/5/2024") == 19787.0);
    CHECK(declared.is_certain());
    CHECK_FALSE(declared.take("13/5/2024"));
    CHECK_FALSE(DateCells().take("2024-03-05"));
}
