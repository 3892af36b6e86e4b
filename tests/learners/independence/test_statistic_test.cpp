#include <learners/independence/independence_test.hpp>

#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::learners;

TEST_CASE("Every test statistic is read from its word and written as it", "[learners]") {
    for (const char* word : {"g2", "x2", "mi", "mc-g2:200", "fisher-z"})
        CHECK(format(parse_test_statistic(word)) == word);
    CHECK(parse_test_statistic("x2") == TestStatistic(X2{}));
    CHECK(parse_test_statistic("mc-g2") == TestStatistic(MonteCarloG2{1000}));
    CHECK_THROWS_WITH(parse_test_statistic("mc-g2:0"), Catch::Contains("from 1 to 1e9"));
    CHECK_THROWS_AS(parse_test_statistic("g3"), ArgumentError);
    CHECK_THROWS_WITH(parse_test_statistic("fisher"), Catch::Contains("fisher-z"));
    CHECK_THROWS_AS(parse_test_statistic(""), ArgumentError);
}
