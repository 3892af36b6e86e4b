#include <pgm/classify/measure/comparison.hpp>

#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <vector>

using namespace pgm;
using Catch::Matchers::WithinAbs;

TEST_CASE("The corrected resampled t test of five folds, by hand") {
    const std::vector<double> first{0.90, 0.80, 0.85, 0.95, 0.90},
        second{0.85, 0.80, 0.80, 0.85, 0.90};
    const PairedComparison result = compare(first, second, 0.25);
    // Differences .05, 0, .05, .1, 0: mean .04, variance .007/4 = .00175; t = .04 / sqrt((1/5 +
    // 1/4) .00175).
    CHECK_THAT(result.mean_difference, WithinAbs(0.04, 1e-15));
    CHECK_THAT(result.t, WithinAbs(0.04 / std::sqrt(0.45 * 0.00175), 1e-12));
    // With 4 degrees of freedom P(|T| > t) = 1 - (3u - u^3) / 2, u = t / sqrt(4 + t^2).
    const double u = result.t / std::sqrt(4 + result.t * result.t);
    CHECK_THAT(result.p_value, WithinAbs(1 - (3 * u - u * u * u) / 2, 1e-12));
    CHECK(result.folds == 5);
}

TEST_CASE("Equal accuracies on every fold are no difference; a constant difference is certain") {
    const std::vector<double> first{0.5, 0.75, 0.5}, second{0.25, 0.5, 0.25};
    CHECK(compare(first, first, 0.5).p_value == 1);
    CHECK(compare(first, first, 0.5).t == 0);
    CHECK(compare(first, second, 0.5).p_value == 0);
    CHECK(std::isinf(compare(first, second, 0.5).t));
}

TEST_CASE("A comparison needs the same folds, two at least") {
    const std::vector<double> two{0.5, 0.75}, one{0.5};
    CHECK_THROWS_WITH(compare(two, one, 0.5), "a paired comparison of 2 folds with 1");
    CHECK_THROWS_WITH(compare(one, one, 0.5), "a paired comparison needs at least two folds");
    CHECK_THROWS_WITH(compare(two, two, 0),
                      "a paired comparison needs test and training rows on every fold");
}
