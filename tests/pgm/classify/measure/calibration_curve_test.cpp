#include <pgm/classify/measure/calibration_curve.hpp>

#include <pgm/core/error.hpp>
#include <tests/pgm/classify/scored_rows.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;

TEST_CASE(
    "A calibration curve compares the mean probability of a bin with the share of hits in it") {
    const ScoredPredictions rows = scored_predictions({"no", "yes"}, {{0, {0.9, 0.1}},
                                                                      {0, {0.8, 0.2}},
                                                                      {1, {0.7, 0.3}},
                                                                      {1, {0.1, 0.9}, 3},
                                                                      {0, {0, 1}},
                                                                      {1, {0, 0}}});
    const std::vector<CalibrationBin> curve = calibration_curve(rows, 1, 2);
    REQUIRE(curve.size() == 2);
    CHECK(curve[0].low == 0);
    CHECK(curve[0].high == 0.5);
    CHECK(curve[0].weight == 3);
    CHECK_THAT(curve[0].predicted, WithinAbs(0.2, 1e-15));
    CHECK_THAT(curve[0].observed, WithinAbs(1.0 / 3, 1e-15));
    CHECK(curve[1].weight == 4);
    CHECK_THAT(curve[1].predicted, WithinAbs(3.7 / 4, 1e-15));
    CHECK_THAT(curve[1].observed, WithinAbs(0.75, 1e-15));
    // Both classes have the same two gaps, 2/15 of weight 3 and 7/40 of weight 4.
    CHECK_THAT(calibration_error(rows, 2), WithinAbs((3 * 2.0 / 15 + 4 * 7.0 / 40) / 7, 1e-15));
}

TEST_CASE("A probability on a bound belongs to the bin above, 1 to the last") {
    const ScoredPredictions rows =
        scored_predictions({"no", "yes"}, {{1, {0.7, 0.3}}, {1, {0.4, 0.6}}, {1, {0, 1}}});
    const std::vector<CalibrationBin> curve = calibration_curve(rows, 1, 10);
    CHECK(curve[3].weight == 1);
    CHECK(curve[6].weight == 1);
    CHECK(curve[9].weight == 1);
}

TEST_CASE("A calibration curve without bins is refused") {
    CHECK_THROWS_WITH(calibration_curve(scored_predictions({"a"}, {}), 0, 0),
                      "a calibration curve needs at least one bin");
}

TEST_CASE("The calibration error is that of the curves of all classes, bounds of bins included") {
    ScoredPredictions rows{.classes = {"a", "b", "c"}};
    RowsByStates probabilities(11, 3);
    for (int i = 0; i <= 10; ++i) {
        probabilities.row(i) << i / 10.0, (10 - i) / 20.0, (10 - i) / 20.0;
        rows.truth.push_back(static_cast<std::uint32_t>(i % 3));
        rows.predicted.push_back(0);
        rows.log_truth.push_back(0);
    }
    rows.probabilities = std::move(probabilities);
    double error = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        for (const CalibrationBin& bin : calibration_curve(rows, k)) {
            double weight = 0, predicted = 0, observed = 0;
            for (std::size_t row = 0; row < 11; ++row) {
                const double p = rows.probability(row)[k];
                if (p < bin.low || (p >= bin.high && !(p == 1 && bin.high == 1))) continue;
                weight += 1;
                predicted += p;
                observed += rows.truth[row] == k ? 1 : 0;
            }
            CHECK(bin.weight == weight);
            error += std::abs(predicted - observed);
        }
    }
    CHECK_THAT(calibration_error(rows), Catch::Matchers::WithinAbs(error / 33, 1e-15));
}

TEST_CASE("Bins of few rows are joined with the lighter of their neighbours") {
    const std::vector<CalibrationBin> bins = {{0, 0.1, 50, 0.05, 0.1},  {0.1, 0.2, 0, 0, 0},
                                              {0.2, 0.3, 1, 0.25, 1},   {0.5, 0.6, 3, 0.55, 0},
                                              {0.6, 0.7, 6, 0.65, 0.5}, {0.9, 1, 20, 0.95, 0.9}};
    const std::vector<CalibrationBin> joined = joined_bins(bins);
    REQUIRE(joined.size() == 3);
    CHECK(joined[0].weight == 50);
    CHECK(joined[1].low == 0.2);
    CHECK(joined[1].high == 0.7);
    CHECK(joined[1].weight == 10);
    CHECK_THAT(joined[1].predicted, WithinAbs((0.25 + 3 * 0.55 + 6 * 0.65) / 10, 1e-15));
    CHECK_THAT(joined[1].observed, WithinAbs(0.4, 1e-15));
    CHECK(joined[2].weight == 20);
    CHECK(joined_bins({}).empty());
    CHECK(joined_bins({{0, 1, 0, 0, 0}}).empty());
    CHECK(joined_bins({{0, 0.5, 1, 0.1, 0}, {0.5, 1, 1, 0.9, 1}}).size() == 2);
    CHECK(joined_bins(std::vector<CalibrationBin>(12, {0, 1, 1, 0.5, 0})).size() == 3);
}

TEST_CASE("The interval of Wilson is that of the literature, and stays within [0, 1]") {
    // 81 of 263 (Newcombe 1998, "Two-sided confidence intervals for the single proportion",
    // table I, method 3).
    CHECK_THAT(wilson_interval(81.0 / 263, 263).low, WithinAbs(0.2553, 5e-5));
    CHECK_THAT(wilson_interval(81.0 / 263, 263).high, WithinAbs(0.3662, 5e-5));
    CHECK_THAT(wilson_interval(0, 20).high, WithinAbs(0.1611, 5e-5));
    CHECK_THAT(wilson_interval(0, 20).low, WithinAbs(0, 1e-15));
    CHECK_THAT(wilson_interval(1, 3).high, WithinAbs(1, 1e-15));
    CHECK(wilson_interval(0, 0).low == 0);
    CHECK(wilson_interval(0, 0).high == 1);
}
