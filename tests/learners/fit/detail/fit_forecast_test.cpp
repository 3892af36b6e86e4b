#include <learners/fit/detail/fit_forecast.hpp>

#include <tests/support/catch.hpp>
#include <tests/support/dependent_rows.hpp>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::learners::detail;
using namespace pgm::tests;

namespace {

/// Three classes and four features of 2, 3, 4 and 2 states.
FitSize size_of_rows(std::size_t rows) {
    return size_of(dependent_rows(10, 1).schema(), rows, {});
}

FitTerms terms_of(const char* structure, std::size_t rows = 10) {
    return fit_terms({.structure = structure, .smoothing = TunedBackOff{}}, size_of_rows(rows));
}

double seconds_of(const char* structure, std::size_t rows) {
    return predicted_seconds(terms_of(structure, rows));
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
    CHECK(terms_of("nb").cells == 3 * (2 + 3 + 4 + 2));
    CHECK(terms_of("tan").cells == 3 * (4 + 9 + 16 + 4));
    CHECK(terms_of("kdb:2").cells == 3 * (8 + 27 + 64 + 8));
    CHECK(terms_of("kdb:1").cells == terms_of("tan").cells);
}

TEST_CASE("Densities are eliminated in every fold, and their moments counted once", "[learners]") {
    const std::vector<Variable> schema{Variable("y", {"a", "b"}), Variable("x"), Variable("z")};
    const Fit lda{.structure = "lda"};
    const FitSize size = size_of(schema, 10, continuous_model_of(lda));
    const FitTerms once = fit_terms(lda, size), by_folds = fit_terms(lda, size, 11);
    CHECK(once.moments == 10 * 2);
    CHECK(by_folds.moments == once.moments);
    CHECK(by_folds.eliminations == Approx(11 * once.eliminations));
}

TEST_CASE("Numbers have about as many states as they are cut into", "[learners]") {
    const std::vector<Variable> schema{Variable("y", {"a", "b"}), Variable("x")};
    CHECK(size_of(schema, 10, parse_continuous("frequency:7")).states == 7);
    CHECK(size_of(schema, 100, parse_continuous("proportional")).states == Approx(10));
    CHECK(size_of(schema, 10, parse_continuous("gaussian")).numbers == 1);
}

TEST_CASE("More rows, parents and networks are predicted to take longer", "[learners]") {
    CHECK(seconds_of("nb", 100) < seconds_of("nb", 1000));
    CHECK(seconds_of("nb", 100) < seconds_of("tan", 100));
    CHECK(seconds_of("tan", 100) < seconds_of("kdb:2", 100));
    CHECK(seconds_of("tan", 100) < seconds_of("aode", 100));
    CHECK(seconds_of("aode", 100) < seconds_of("aode+select", 100));
}
