#include <learners/structure/augmented_structures.hpp>

#include <tests/learners/structure/tree_data.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;

TEST_CASE("The forest of FAN has the arcs of positive gain only", "[learners]") {
    // An arc adds two parameters, one per class. In nats, n = 16:
    //     a, b:  16 log 2 = 11.09           BIC -2 log(16) / 2 = -2.77   AIC -2   gains both times
    //     a, c:  12 log 3 - 16 log 2 = 2.093    BIC: loses 0.68              AIC: gains 0.093
    CHECK(product(copy_and_hint(), "fan") == "P(y) P(a | y) P(b | y, a) P(c | y)");
    CHECK(product(copy_and_hint(), "fan:aic") == "P(y) P(a | y) P(b | y, a) P(c | y, a)");
    CHECK(product(copy_and_hint().without_column(ColumnId(2)), "fan") == "P(y) P(a | y) P(c | y)");
}

TEST_CASE("A pair that gains exactly nothing is no arc of FAN", "[learners]") {
    // In each class a and b are independent, n I = 0; the penalty alone is left. Eight rows with I
    // = log 2 in one class only: 8 * 1/2 log 2 = 2.77 against log 8 = 2.08 (BIC).
    CHECK(product(digits("yab", {"000", "001", "010", "011", "100", "101", "110", "111"}),
                  "fan:aic") == "P(y) P(a | y) P(b | y)");
    CHECK(product(digits("yab", {"000", "000", "011", "011", "100", "101", "110", "111"}), "fan") ==
          "P(y) P(a | y) P(b | y, a)");
}

TEST_CASE("Under the weight k2 the forest has the arcs that add to the marginal likelihood",
          "[learners]") {
    // a, b: the factor 15876/25. a, c and b, c: 3969/1600. Independent columns: 25/36.
    CHECK(product(copy_and_hint(), "fan:k2") == "P(y) P(a | y) P(b | y, a) P(c | y, a)");
    CHECK(product(digits("yab", {"000", "001", "010", "011", "100", "101", "110", "111"}),
                  "fan:k2") == "P(y) P(a | y) P(b | y)");
}
