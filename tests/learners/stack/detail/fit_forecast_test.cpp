#include <learners/stack/detail/fit_forecast.hpp>

#include <tests/learners/judge/detail/left_out_rows.hpp>

#include <catch2/catch.hpp>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::learners::detail;
using namespace pgm::tests;

namespace {

double work_of(const char* structure, std::size_t rows) {
    const Dataset data = dependent_rows(10, 1);
    return learners::detail::work_of(plan_fit(data.schema(), {.structure = structure}, {}), rows);
}

}  // namespace

TEST_CASE("What a step takes is foreseen from those that were done", "[learners]") {
    FitForecast forecast;
    const StopToken an_hour({}, StopToken::Clock::now() + std::chrono::hours(1));
    CHECK_FALSE(forecast.seconds(5));
    CHECK(forecast.fits(1e300, an_hour));  // nothing is known
    forecast.add(10, 20);
    forecast.add(30, 20);
    CHECK(forecast.seconds(5) == 5);
    CHECK(forecast.fits(1000, an_hour));
    CHECK_FALSE(forecast.fits(1e6, an_hour));
    CHECK(forecast.fits(1e6, {}));
    CHECK_FALSE(forecast.fits(1, StopToken({}, StopToken::Clock::now())));
}

TEST_CASE("More rows, classes and pairs of features are more work", "[learners]") {
    // Three classes and four features: tables per class and row at every level, and an eighth for
    // each of the sixteen pairs of columns where arcs are learned.
    CHECK(work_of("nb", 1) == 3 * 4 * 2);
    CHECK(work_of("tan", 1) == 3 * 4 * 3 + 2);
    CHECK(work_of("kdb:2", 1) == 3 * 4 * 4 + 2);
    CHECK(work_of("aode", 1) == 3 * 4 * 4 * 3);
    CHECK(work_of("a2de", 1) == 3 * 4 * 4 * 4 * 2);
    CHECK(work_of("nb", 100) == 100 * work_of("nb", 1));
    CHECK(work_of("aode+select", 100) == 2 * work_of("aode", 100));
}
