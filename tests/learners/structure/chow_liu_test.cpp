#include <learners/structure/augmented_structures.hpp>

#include <tests/learners/structure/tree_data.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;

namespace {

/// Eight rows, as counts of (y, a, b): 000 three times, 011, 100, 110 once each, 111 twice.
///
///     I(Y; A) = 3/4 log 3/2 - 1/4 log 2                          = 0.1308    counts 3 1 / 1 3
///     I(A; B) = 1/2 log 8/5 + 1/8 log 2/5 + 3/8 log 2            = 0.3804    counts 4 0 / 1 3
///     I(Y; B) = 3/8 log 6/5 + 1/8 log 2/3 + 1/4 log 4/5 + 1/4 log 4/3 = 0.0338    counts 3 1 / 2 2
Dataset chain() {
    return digits("yab", {"000", "000", "000", "011", "100", "110", "111", "111"});
}

}  // namespace

TEST_CASE("Chow and Liu's tree has the heaviest pairs, rooted at the class", "[learners]") {
    CHECK(product(chain(), "chow-liu") == "P(y) P(a | y) P(b | a)");
    const Classifier tree = learners::fit(chain(), "y", {.structure = "chow-liu"});
    CHECK_THAT(table_row(tree, "a", 0), Catch::Matchers::Approx<double>({4.0 / 6, 2.0 / 6}));
    CHECK_THAT(table_row(tree, "b", 0), Catch::Matchers::Approx<double>({5.0 / 6, 1.0 / 6}));
    CHECK_THAT(table_row(tree, "b", 1), Catch::Matchers::Approx<double>({2.0 / 6, 4.0 / 6}));
    // b tells nothing about y once a is known: P(y | a=0) = (1/2 4/6) : (1/2 2/6). Without a: P(b=1
    // | y) = 4/6 1/6 + 2/6 4/6 = 12/36 and 2/6 1/6 + 4/6 4/6 = 18/36.
    CHECK_THAT(posterior_of(tree, digits("ab", {"01"})),
               Catch::Matchers::Approx<double>({2.0 / 3, 1.0 / 3}));
    CHECK_THAT(posterior_of(tree, digits("ab", {".1"})),
               Catch::Matchers::Approx<double>({12.0 / 30, 18.0 / 30}));
}

TEST_CASE(
    "A feature that tells nothing still hangs on Chow and Liu's tree, and changes no posterior",
    "[learners]") {
    const Dataset data = digits("yab", {"000", "001", "110", "111"});
    CHECK(product(data, "chow-liu") ==
          "P(y) P(a | y) P(b | y)");  // I(Y; B) = I(A; B) = 0: the earlier column wins
    const Classifier tree = learners::fit(data, "y", {.structure = "chow-liu"});
    CHECK_THAT(posterior_of(tree, digits("ab", {"01"})),
               Catch::Matchers::Approx<double>({3.0 / 4, 1.0 / 4}));
}
