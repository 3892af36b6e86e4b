#include <pgm/classify/measure/scored_predictions.hpp>

#include <tests/pgm/classify/scored_rows.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

TEST_CASE("Log loss is the mean of -log P(truth)") {
    // (log 2 + log 4 + 2 log 10) / 4, the last row weighing 2
    const ScoredPredictions rows =
        scored_predictions({"a", "b"}, {{0, {0.5, 0.5}}, {1, {0.75, 0.25}}, {1, {0.9, 0.1}, 2}});
    CHECK_THAT(log_loss(rows).mean,
               WithinRel((3 * 0.6931471805599453 + 2 * 2.302585092994046) / 4, 1e-15));
    CHECK(log_loss(rows).impossible == 0);
}

TEST_CASE("Log loss is not clipped as long as the truth is possible") {
    ScoredPredictions rows = scored_predictions({"a", "b"}, {{0, {0, 1}}});
    rows.log_truth[0] = -1000;
    CHECK(log_loss(rows).mean == 1000);
}

TEST_CASE(
    "A truth of probability 0 costs as much as the smallest positive double, and is counted") {
    const ScoredPredictions rows =
        scored_predictions({"a", "b"}, {{0, {0, 1}}, {1, {0, 1}}, {1, {0, 0}}});
    // -log 2^-1074 = 1074 log 2 = 744.4400719213812
    CHECK_THAT(log_loss(rows).mean, WithinRel(2 * 744.4400719213812 / 3, 1e-14));
    CHECK(log_loss(rows).impossible == 2);
}

TEST_CASE("The Brier score sums the squared errors of all classes") {
    const ScoredPredictions rows = scored_predictions(
        {"a", "b", "c"}, {{0, {0.5, 0.25, 0.25}}, {2, {0, 0, 1}}, {1, {0, 0, 0}}, {0, {0, 1, 0}}});
    CHECK_THAT(brier_score(rows), WithinAbs((0.25 + 0.0625 + 0.0625 + 0 + 1 + 2) / 4, 1e-15));
}

TEST_CASE("No rows score 0") {
    CHECK(log_loss(scored_predictions({"a"}, {})).mean == 0);
    CHECK(brier_score(scored_predictions({"a"}, {})) == 0);
}
