#include <pgm/classify/measure/evaluation.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <limits>
#include <vector>

using namespace pgm;
using Catch::Contains;
using Catch::Matchers::WithinAbs;

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

/// Means 1, 2, 3, 4, the last row impossible, with intervals of width 2.
ContinuousBatchPosterior forecasts() {
    using enum PosteriorStatus;
    return {.status = {ok, ok, ok, impossible},
            .means = {1, 2, 3, 0},
            .sds = {1, 1, 1, 0},
            .lows = {0, 1, 2, 0},
            .highs = {2, 3, 4, 0},
            .log_densities = {-1, -2, -6, 0},
            .crps = {0.25, 0.5, 1.5, 0}};
}

}  // namespace

TEST_CASE("Forecasts: each measure is the mean that defines it") {
    ForecastScores scores;
    const std::vector<double> truth{1, 3, 5, 7};
    scores.add(forecasts(), truth);
    const ForecastEvaluation result = scores.evaluation();
    CHECK(result.rows == 3);
    CHECK(result.impossible == 1);
    CHECK_THAT(result.rmse, WithinAbs(std::sqrt(5.0 / 3), 1e-15));  // errors 0, 1, 2
    CHECK_THAT(result.mae, WithinAbs(1, 1e-15));
    CHECK_THAT(result.crps, WithinAbs(0.75, 1e-15));
    CHECK_THAT(result.coverage, WithinAbs(2.0 / 3, 1e-15));  // an end counts as inside
    CHECK_THAT(result.width, WithinAbs(2, 1e-15));
    CHECK_THAT(result.log_density, WithinAbs(-3, 1e-15));
    CHECK_THAT(result.r2.value(), WithinAbs(1 - 5.0 / 8, 1e-15));
}

TEST_CASE("Forecasts: a weight of 2 counts as the row twice, and parts as their rows together") {
    ForecastScores weighted, twice;
    const std::vector<double> truth{1, 3, missing, missing}, weights{2, 1, 1, 1};
    weighted.add(forecasts(), truth, weights);
    const std::vector<double> first{1, missing, missing, missing};
    twice.add(forecasts(), first);
    twice.add(forecasts(), truth);
    const ForecastEvaluation a = weighted.evaluation(), b = twice.evaluation();
    CHECK(a.rows == 2);
    CHECK(b.rows == 3);
    CHECK_THAT(a.rmse, WithinAbs(b.rmse, 1e-15));
    CHECK_THAT(a.crps, WithinAbs(b.crps, 1e-15));
    CHECK_THAT(a.r2.value(), WithinAbs(b.r2.value(), 1e-15));
}

TEST_CASE("Forecasts: equal true values have no R^2, and no true values no measures") {
    ForecastScores scores;
    CHECK_THROWS_WITH(scores.evaluation(), Contains("no row has a value of the target"));
    const std::vector<double> none{missing, missing, missing, 1};
    scores.add(forecasts(), none);
    CHECK_THROWS_WITH(scores.evaluation(), Contains("are impossible"));
    const std::vector<double> equal{2, 2, 2, missing};
    scores.add(forecasts(), equal);
    CHECK_FALSE(scores.evaluation().r2);
}
