#include <pgm/classify/measure/roc.hpp>

#include <pgm/core/random.hpp>
#include <tests/pgm/classify/scored_rows.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;

namespace {

ScoredPredictions predictions_of_two_classes(
    const std::vector<std::pair<std::uint32_t, double>>& rows) {
    std::vector<ScoredRow> list;
    for (const auto& [truth, p] : rows) list.push_back({truth, {1 - p, p}});
    return scored_predictions({"no", "yes"}, list);
}

/// The definition: the share of pairs in which the row of the class has the higher probability,
/// equal ones counting half.
double by_pairs(const ScoredPredictions& rows, std::size_t k) {
    double wins = 0, pairs = 0;
    for (std::size_t i = 0; i < rows.rows(); ++i)
        for (std::size_t j = 0; j < rows.rows(); ++j) {
            if (rows.truth[i] != k || rows.truth[j] == k) continue;
            const double weight = rows.weight(i) * rows.weight(j), a = rows.probability(i)[k],
                         b = rows.probability(j)[k];
            pairs += weight;
            wins += a > b ? weight : a == b ? weight / 2 : 0;
        }
    return wins / pairs;
}

}  // namespace

TEST_CASE("The area under the ROC curve of four rows, by hand") {
    // Positives .35 and .8, negatives .1 and .4: three of four pairs are in order.
    CHECK_THAT(area_under_roc(predictions_of_two_classes({{0, 0.1}, {0, 0.4}, {1, 0.35}, {1, 0.8}}))
                   .value(),
               WithinAbs(0.75, 1e-15));
    CHECK_THAT(area_under_roc(predictions_of_two_classes({{0, 0.5}, {1, 0.5}})).value(),
               WithinAbs(0.5, 1e-15));
    CHECK_THAT(area_under_roc(predictions_of_two_classes({{0, 0.9}, {1, 0.1}})).value(),
               WithinAbs(0, 1e-15));
}

TEST_CASE("A ROC curve has one point per distinct probability") {
    const std::vector<RocPoint> curve =
        roc_curve(predictions_of_two_classes({{0, 0.1}, {0, 0.4}, {1, 0.4}, {1, 0.8}}), 1);
    REQUIRE(curve.size() == 4);
    CHECK(curve[0].true_positive_rate == 0);
    CHECK(curve[1] == RocPoint{0, 0.5, 0.8});
    CHECK(curve[2] == RocPoint{0.5, 1, 0.4});
    CHECK(curve[3] == RocPoint{1, 1, 0.1});
}

TEST_CASE("The area is the share of pairs in order, with ties and weights, for every class") {
    Rng rng(5);
    std::vector<ScoredRow> rows;
    for (int i = 0; i < 60; ++i) {
        const double a = static_cast<double>(rng.below(5)), b = static_cast<double>(rng.below(5)),
                     c = 1 + static_cast<double>(rng.below(3));
        const double sum = a + b + c;
        rows.push_back({static_cast<std::uint32_t>(rng.below(3)),
                        {a / sum, b / sum, c / sum},
                        static_cast<double>(1 + rng.below(4))});
    }
    const ScoredPredictions all = scored_predictions({"a", "b", "c"}, rows);
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        CHECK_THAT(area_under_roc(all, k).value(), WithinAbs(by_pairs(all, k), 1e-13));
        sum += by_pairs(all, k);
    }
    CHECK_THAT(area_under_roc(all).value(), WithinAbs(sum / 3, 1e-13));
}

TEST_CASE("Classes without rows have no curve and no share in the mean") {
    const ScoredPredictions rows =
        scored_predictions({"a", "b", "c"}, {{0, {0.6, 0.4, 0}}, {1, {0.4, 0.6, 0}}});
    CHECK(roc_curve(rows, 2).empty());
    CHECK_FALSE(area_under_roc(rows, 2));
    CHECK(area_under_roc(rows) == 1.0);
    CHECK_FALSE(area_under_roc(predictions_of_two_classes({{1, 0.5}, {1, 0.6}})));
}

TEST_CASE("Rounding breaks no ties: the two areas of a two-class problem are one number") {
    // 0.1 + 0.2 and 0.3 are the same fraction; of the four pairs two are in order and two are tied.
    const std::vector<ScoredRow> rows{
        {1, {0.7, 0.1 + 0.2}}, {0, {1 - 0.3, 0.3}}, {1, {0.7, 0.3}}, {0, {0.9, 0.1}}};
    const ScoredPredictions all = scored_predictions({"no", "yes"}, rows);
    CHECK(area_under_roc(all, 0).value() == 0.75);
    CHECK(area_under_roc(all, 1).value() == 0.75);
    CHECK(roc_curve(all, 1).size() == 3);
    // Probabilities of 1 to the last digit are told apart by what is left to the other class.
    const ScoredPredictions sure =
        scored_predictions({"no", "yes"}, {{0, {1, 1e-30}}, {1, {1, 1e-20}}});
    CHECK(area_under_roc(sure, 0).value() == 1);
    CHECK(area_under_roc(sure, 1).value() == 1);
}

TEST_CASE("The two areas agree for random rows with ties, certainties and rows without density") {
    Rng rng(8);
    for (int repeat = 0; repeat < 50; ++repeat) {
        std::vector<ScoredRow> rows;
        for (int i = 0; i < 40; ++i) {
            const double p = static_cast<double>(rng.below(7)) / 6;
            const bool has_density = rng.below(8) > 0;
            rows.push_back({static_cast<std::uint32_t>(rng.below(2)),
                            {has_density ? 1 - p : 0, has_density ? p : 0}});
        }
        const ScoredPredictions all = scored_predictions({"no", "yes"}, rows);
        CHECK(area_under_roc(all, 0) == area_under_roc(all, 1));
        CHECK(area_under_roc(all) == area_under_roc(all, 0));
        CHECK(roc_curve(all, 0).size() == roc_curve(all, 1).size());
    }
}

TEST_CASE("The areas of many classes are those of each class by itself, by the pairs of rows") {
    constexpr std::size_t classes = 300, rows_of_class = 2;
    Rng rng(7);
    std::vector<std::string> names;
    std::vector<ScoredRow> rows;
    for (std::size_t k = 0; k < classes; ++k) names.push_back("k" + std::to_string(k));
    for (std::size_t i = 0; i < classes * rows_of_class; ++i) {
        std::vector<double> posterior(classes);
        for (int other = 0; other < 4; ++other) posterior[rng.below(classes)] += 0.125;
        posterior[(i + rng.below(2)) % classes] += 0.5;  // sixteenths, so that no sum is rounded
        rows.push_back({static_cast<std::uint32_t>(i % classes), posterior});
    }
    const ScoredPredictions all = scored_predictions(names, rows);
    const std::vector<CurveAreas> areas = areas_under_curves(all);
    REQUIRE(areas.size() == classes);
    double sum = 0;
    for (std::size_t k = 0; k < classes; ++k) {
        CHECK_THAT(areas[k].roc.value(), WithinAbs(by_pairs(all, k), 1e-13));
        CHECK(areas[k].roc == area_under_roc(all, k));
        sum += by_pairs(all, k);
    }
    CHECK_THAT(area_under_roc(all).value(), WithinAbs(sum / classes, 1e-13));
}

TEST_CASE("Rows within the tolerance below the least row of a class are tied with it") {
    // Odds of 1 for the row of the class; of the others one a hair less, one a hair less than that.
    const double hair = 0.5 * (1 - 2e-13);
    const ScoredPredictions rows =
        predictions_of_two_classes({{1, 0.5}, {0, hair}, {0, 0.5 * (1 - 4e-13)}, {0, 0.25}});
    CHECK_THAT(area_under_roc(rows, 1).value(), WithinAbs((0.5 + 0.5 + 1) / 3, 1e-15));
    CHECK(area_under_roc(rows, 1) == area_under_roc(rows, 0));
}

TEST_CASE("Five thousand classes are evaluated in time that grows with the cells") {
    // Sums of squares would have 5000 x 5000 x 2000 terms here.
    constexpr std::size_t classes = 5000, rows = 2000;
    ScoredPredictions all;
    for (std::size_t k = 0; k < classes; ++k) all.classes.push_back("k" + std::to_string(k));
    RowsByStates probabilities = RowsByStates::Constant(rows, classes, 0.5 / (classes - 1));
    for (std::uint32_t row = 0; row < rows; ++row) {
        all.truth.push_back(row);
        all.predicted.push_back(row);
        probabilities(row, row) = 0.5;
        all.log_truth.push_back(std::log(0.5));
    }
    all.probabilities = std::move(probabilities);
    CHECK(area_under_roc(all) == 1.0);
}
