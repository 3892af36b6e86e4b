#include <learners/families/detail/information_criteria.hpp>

#include <pgm/data/sums.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::tests;
using namespace pgm::learners::detail;

TEST_CASE("The log-likelihood of counts is that of their relative frequencies", "[learners]") {
    // Given y = 0: a is 0, 0, 1; given y = 1: a is 1. So L = 2 ln 2/3 + ln 1/3 + ln 1.
    const Dataset data = digits("ya", {"00", "00", "01", "11", "1.", ".0"});
    Sums statistics(data.schema(), {{ColumnId(1), {ColumnId(0)}}});
    statistics.add(data);
    CHECK(log_likelihood(statistics.counts({ColumnId(1), {ColumnId(0)}})) ==
          Approx(std::log(4.0 / 27)).epsilon(1e-14));
}

TEST_CASE("AIC costs one per parameter, BIC half the logarithm of the rows", "[learners]") {
    CHECK(aic(-10, 3) == -13);
    CHECK(bic(-10, 3, 1) == -10);
    CHECK(bic(-10, 2, 100) == Approx(-10 - std::log(100.0)).epsilon(1e-15));
    CHECK(bic(-10, 2, 0.5) == -10);
}
