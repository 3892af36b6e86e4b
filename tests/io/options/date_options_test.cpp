#include <io/options/data_options.hpp>

#include <tests/support/catch.hpp>

using namespace pgm::io;
using Catch::Contains;

TEST_CASE("Dates are read as numbers unless parts of them are named") {
    using Parts = std::vector<DatePart>;
    CHECK(DateOptions{}.parts.empty());
    CHECK(parse_date_options("number").parts == Parts{DatePart::number});
    CHECK(parse_date_options("weekday,month,weekday").parts ==
          Parts{DatePart::weekday, DatePart::month});
    CHECK(parse_date_options("number,hour").parts == Parts{DatePart::number, DatePart::hour});
    CHECK(parse_date_options("text").are_texts);
    CHECK(parse_date_options("day-first").parts.empty());
    CHECK_FALSE(parse_date_options("day-first").are_texts);
    CHECK(parse_date_options("day-first").order == DateOrder::day_first);
    CHECK(parse_date_options("month,month-first").order == DateOrder::month_first);
    CHECK_THROWS_WITH(parse_date_options("year"), Contains("not as 'year'"));
    CHECK_THROWS_WITH(parse_date_options("month,"), Contains("not as ''"));
    CHECK_THROWS_WITH(parse_date_options(""), Contains("not as ''"));
    CHECK_THROWS_WITH(parse_date_options("text,month"), Contains("'text' alone"));
}
