#include <pgm/classify/measure/scored_predictions.hpp>

#include <pgm/core/error.hpp>
#include <tests/pgm/classify/scored_rows.hpp>
#include <tests/support/catch.hpp>

#include <limits>

using namespace pgm;
using namespace pgm::tests;

TEST_CASE("Scored predictions are joined in order, with the weights of the parts that have some") {
    const ScoredPredictions first =
        scored_predictions({"a", "b"}, {{0, {0.7, 0.3}}, {1, {0.2, 0.8}, 3}});
    ScoredPredictions second = scored_predictions({"a", "b"}, {{1, {0.9, 0.1}}});
    second.weights.clear();
    const ScoredPredictions both = concatenated(std::vector{first, second});
    CHECK(both ==
          scored_predictions({"a", "b"}, {{0, {0.7, 0.3}}, {1, {0.2, 0.8}, 3}, {1, {0.9, 0.1}}}));
    CHECK(total_weight(both) == 5);
    CHECK_THROWS_WITH(concatenated(std::vector{first, scored_predictions({"x"}, {})}),
                      "scored predictions with different classes cannot be joined");
}

TEST_CASE("Scored predictions out of range are refused with their row") {
    ScoredPredictions bad = scored_predictions({"a", "b"}, {{0, {0.7, 0.3}}, {1, {0.2, 0.8}}});
    CHECK_NOTHROW(check(bad));
    bad.truth[1] = 2;
    CHECK_THROWS_WITH(check(bad),
                      "row 1 of the scored predictions holds a class or a number out of its range");
    bad = scored_predictions({"a", "b"}, {{0, {0.7, 0.3}}});
    bad.probabilities = RowsByStates{{std::numeric_limits<double>::quiet_NaN(), 0.3}};
    CHECK_THROWS_AS(check(bad), ArgumentError);
    bad = scored_predictions({"a", "b"}, {{0, {0.7, 0.3}}});
    bad.predicted.clear();
    CHECK_THROWS_WITH(check(bad), "scored predictions of 1 rows have a member of another length");
}

TEST_CASE(
    "Joined and copied scored predictions hold the probabilities of their parts, not copies of "
    "them") {
    const ScoredPredictions first =
        scored_predictions({"a", "b"}, {{0, {0.7, 0.3}}, {1, {0.2, 0.8}}});
    const ScoredPredictions second = scored_predictions({"a", "b"}, {{1, {0.9, 0.1}}});
    const ScoredPredictions none = scored_predictions({"a", "b"}, {});
    const ScoredPredictions both = concatenated(std::vector{none, first, second});
    CHECK(both.probability(0).data() == first.probability(0).data());
    CHECK(both.probability(1).data() == first.probability(1).data());
    CHECK(both.probability(2).data() == second.probability(0).data());
    CHECK(both.probabilities.classes() == 2);
    CHECK_FALSE(both.probabilities == first.probabilities);
}
