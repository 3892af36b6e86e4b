#include <pgm/classify/measure/scored_predictions.hpp>

#include <pgm/classify/measure/confusion.hpp>
#include <pgm/core/error.hpp>
#include <tests/pgm/classify/scored_rows.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;
using Catch::WithinAbs;

namespace {

const LossMatrix treatment{.actions = {"treat", "wait"},
                           .classes = {"ill", "well"},
                           .loss = Eigen::MatrixXd{{0, 1}, {10, 0}}};

}  // namespace

TEST_CASE(
    "The cost is that of the actions of least risk under the truth, beside what was expected") {
    // The risks of (treat, wait): (0.95, 0.5), (0.8, 2) and (0.5, 5).
    const Cost cost =
        cost_of(scored_predictions(
                    {"ill", "well"},
                    {{0, {0.05, 0.95}}, {1, {0.2, 0.8}, 2}, {0, {0.5, 0.5}}, {1, {0.0, 0.0}, 3}}),
                treatment);
    CHECK(cost.total == 10 + 2 * 1 + 0);
    CHECK(cost.mean == 12.0 / 4);
    CHECK_THAT(cost.expected.value(), WithinAbs((0.5 + 2 * 0.8 + 0.5) / 4, 1e-15));
    CHECK(cost.actions == std::vector<double>{3, 1});
    CHECK(cost.undecided == 3);
}

TEST_CASE("With zero-one loss the mean cost is the share of wrong predictions") {
    const ScoredPredictions rows = scored_predictions({"a", "b", "c"}, {{0, {0.8, 0.1, 0.1}},
                                                                        {0, {0.2, 0.7, 0.1}},
                                                                        {2, {0.3, 0.3, 0.4}},
                                                                        {1, {0.1, 0.9, 0.0}, 5}});
    CHECK(cost_of(rows, zero_one_loss({"a", "b", "c"})).mean == 1.0 / 8);
    CHECK(accuracy(confusion_matrix(rows)) == 7.0 / 8);
}

TEST_CASE("Ties of the risk go where the rule says") {
    const ScoredPredictions tied =
        scored_predictions({"ill", "well"}, {{1, {1.0 / 11, 10.0 / 11}}});
    CHECK(cost_of(tied, treatment).total == 1);
    CHECK(cost_of(tied, treatment, {.preferred = 1}).total == 0);
}

TEST_CASE("Without a decision there is no mean cost, and classes in another order are refused") {
    const ScoredPredictions none =
        scored_predictions({"ill", "well"}, {{1, {0.0, 0.0}}, {0, {0.5, 0.5}, 0}});
    CHECK_FALSE(cost_of(none, treatment).mean);
    CHECK(cost_of(none, treatment).total == 0);
    CHECK_THROWS_AS(cost_of(scored_predictions({"well", "ill"}, {}), treatment), ArgumentError);
}
