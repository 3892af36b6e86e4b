#include <learners/stack/detail/fit_forecast.hpp>

#include <tests/learners/judge/detail/left_out_rows.hpp>

#include <catch2/catch.hpp>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::learners::detail;
using namespace pgm::tests;

namespace {

/// Three classes and four features of 2, 3, 4 and 2 states.
FitSize size_of_rows(std::size_t rows) {
    return size_of(dependent_rows(10, 1).schema(), rows, {});
}

double seconds_of(const char* structure, std::size_t rows, std::size_t fits = 1) {
    return predicted_seconds({.structure = structure, .smoothing = TunedBackOff{}},
                             size_of_rows(rows), fits);
}

double cells_of(const char* structure) {
    return predicted_cells({.structure = structure}, size_of_rows(10));
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

TEST_CASE("Cells are predicted from states", "[learners]") {
    CHECK(cells_of("nb") == 3 * (2 + 3 + 4 + 2));
    CHECK(cells_of("tan") == 3 * (4 + 9 + 16 + 4));
    CHECK(cells_of("kdb:2") == 3 * (8 + 27 + 64 + 8));
    CHECK(cells_of("kdb:1") == cells_of("tan"));
}

TEST_CASE("Numbers have about as many states as they are cut into", "[learners]") {
    const std::vector<Variable> schema{Variable("y", {"a", "b"}), Variable("x")};
    CHECK(size_of(schema, 10, parse_continuous("frequency:7")).states == 7);
    CHECK(size_of(schema, 100, parse_continuous("proportional")).states == Approx(10));
    CHECK(size_of(schema, 10, parse_continuous("gaussian")).numbers == 1);
}

TEST_CASE("More rows, parents, networks and fits are predicted to take longer", "[learners]") {
    CHECK(seconds_of("nb", 100) < seconds_of("nb", 1000));
    CHECK(seconds_of("nb", 100) < seconds_of("tan", 100));
    CHECK(seconds_of("tan", 100) < seconds_of("kdb:2", 100));
    CHECK(seconds_of("tan", 100) < seconds_of("aode", 100));
    CHECK(seconds_of("aode", 100) < seconds_of("aode+select", 100));
    CHECK(seconds_of("tan", 100, 11) == Approx(11 * seconds_of("tan", 100)));
}
