#include <pgm/classify/measure/outcomes.hpp>

#include <pgm/core/error.hpp>
#include <tests/pgm/classify/outcome_rows.hpp>

#include <catch2/catch.hpp>
#include <limits>

using namespace pgm;
using namespace pgm::tests;

TEST_CASE("Outcomes are joined in order, with the weights of the parts that have some") {
    const Outcomes first = outcomes({"a", "b"}, {{0, {0.7, 0.3}}, {1, {0.2, 0.8}, 3}});
    Outcomes second = outcomes({"a", "b"}, {{1, {0.9, 0.1}}});
    second.weights.clear();
    const Outcomes both = concatenated(std::vector{first, second});
    CHECK(both == outcomes({"a", "b"}, {{0, {0.7, 0.3}}, {1, {0.2, 0.8}, 3}, {1, {0.9, 0.1}}}));
    CHECK(total_weight(both) == 5);
    CHECK_THROWS_WITH(concatenated(std::vector{first, outcomes({"x"}, {})}),
                      "outcomes with different classes cannot be joined");
}

TEST_CASE("Outcomes out of range are refused with their row") {
    Outcomes bad = outcomes({"a", "b"}, {{0, {0.7, 0.3}}, {1, {0.2, 0.8}}});
    CHECK_NOTHROW(check(bad));
    bad.truth[1] = 2;
    CHECK_THROWS_WITH(check(bad),
                      "row 1 of the outcomes holds a class or a number out of its range");
    bad = outcomes({"a", "b"}, {{0, {0.7, 0.3}}});
    bad.probabilities = RowsByStates{{std::numeric_limits<double>::quiet_NaN(), 0.3}};
    CHECK_THROWS_AS(check(bad), ArgumentError);
    bad = outcomes({"a", "b"}, {{0, {0.7, 0.3}}});
    bad.predicted.clear();
    CHECK_THROWS_WITH(check(bad), "outcomes of 1 rows have a member of another length");
}

TEST_CASE("Joined and copied outcomes hold the probabilities of their parts, not copies of them") {
    const Outcomes first = outcomes({"a", "b"}, {{0, {0.7, 0.3}}, {1, {0.2, 0.8}}});
    const Outcomes second = outcomes({"a", "b"}, {{1, {0.9, 0.1}}});
    const Outcomes none = outcomes({"a", "b"}, {});
    const Outcomes both = concatenated(std::vector{none, first, second});
    CHECK(both.probability(0).data() == first.probability(0).data());
    CHECK(both.probability(1).data() == first.probability(1).data());
    CHECK(both.probability(2).data() == second.probability(0).data());
    CHECK(both.probabilities.classes() == 2);
    CHECK_FALSE(both.probabilities == first.probabilities);
}
