#include <learners/structure/augmented_structures.hpp>

#include <tests/learners/structure/tree_data.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;

TEST_CASE("TAN joins all features, whatever they gain, the first column the root", "[learners]") {
    // (a, b) is the heaviest pair; (a, c) and (b, c) tie, and the earlier columns win.
    CHECK(product(copy_and_hint(), "tan") == "P(y) P(a | y) P(b | y, a) P(c | y, a)");
}

TEST_CASE("The tables of a tree-augmented network, worked out by hand", "[learners]") {
    // P(c | y, a) from the counts 3 1 / 1 3, one more for every cell.
    const Classifier tan = learners::fit(copy_and_hint(), "y", {.structure = "tan"});
    CHECK_THAT(table_row(tan, "y"), Catch::Matchers::Approx<double>({9.0 / 18, 9.0 / 18}));
    CHECK_THAT(table_row(tan, "b", 0), Catch::Matchers::Approx<double>({5.0 / 6, 1.0 / 6}));
    CHECK_THAT(table_row(tan, "c", 0), Catch::Matchers::Approx<double>({4.0 / 6, 2.0 / 6}));
    CHECK_THAT(table_row(tan, "c", 3), Catch::Matchers::Approx<double>({2.0 / 6, 4.0 / 6}));
}

TEST_CASE("TAN is a tree by any weight, and the weight is in its word", "[learners]") {
    const Dataset independent =
        digits("yab", {"000", "001", "010", "011", "100", "101", "110", "111"});
    for (const char* words : {"tan", "tan:k2", "tan:bic", "tan:aic"}) {
        CHECK(product(independent, words) == "P(y) P(a | y) P(b | y, a)");
        CHECK(
            learners::fit(independent, "y", {.structure = words}).provenance().choices.structure ==
            words);
    }
}
