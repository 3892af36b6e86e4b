#include <learners/structure/tree_structures.hpp>

#include <learners/fit.hpp>
#include <pgm/model/factorisation.hpp>
#include <tests/support/small_data.hpp>

#include <catch2/catch.hpp>

using namespace pgm;
using namespace pgm::tests;

namespace {

std::string product(const Dataset& data, const std::string& structure) {
    return factorisation(
        learners::fit(data, "y", {.structure = structure}).members().front().network);
}

/// 16 rows, the same eight in both classes: b is a copy of a, and c agrees with a in six of the
/// eight.
///
///     I(A; B | Y) = log 2
///     I(A; C | Y) = I(B; C | Y) = 3/4 log 3/2 - 1/4 log 2 = 0.1308
///
/// The counts of a and c in each class are 3 1 / 1 3.
Dataset copy_and_hint() {
    return digits("yabc", {"0000", "0000", "0000", "0001", "0110", "0111", "0111", "0111",  //
                           "1000", "1000", "1000", "1001", "1110", "1111", "1111", "1111"});
}

/// Eight rows, as counts of (y, a, b): 000 three times, 011, 100, 110 once each, 111 twice.
///
///     I(Y; A) = 3/4 log 3/2 - 1/4 log 2                          = 0.1308    counts 3 1 / 1 3
///     I(A; B) = 1/2 log 8/5 + 1/8 log 2/5 + 3/8 log 2            = 0.3804    counts 4 0 / 1 3
///     I(Y; B) = 3/8 log 6/5 + 1/8 log 2/3 + 1/4 log 4/5 + 1/4 log 4/3 = 0.0338    counts 3 1 / 2 2
Dataset chain() {
    return digits("yab", {"000", "000", "000", "011", "100", "110", "111", "111"});
}

}  // namespace

TEST_CASE("TAN joins all features, whatever they gain, the first column the root", "[learners]") {
    // (a, b) is the heaviest pair; (a, c) and (b, c) tie, and the earlier columns win.
    CHECK(product(copy_and_hint(), "tan") == "P(y) P(a | y) P(b | y, a) P(c | y, a)");
}

TEST_CASE("The forest of FAN has the arcs of positive gain only", "[learners]") {
    // An arc adds two parameters, one per class. In nats, n = 16:
    //     a, b:  16 log 2 = 11.09               BIC: -2 log(16) / 2 = -2.77    AIC: -2
    //     a, c:  12 log 3 - 16 log 2 = 2.093    BIC: loses 0.68                AIC: gains 0.093
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

TEST_CASE("The tables of a tree-augmented network, worked out by hand", "[learners]") {
    // P(c | y, a) from the counts 3 1 / 1 3, one more for every cell.
    const Classifier tan = learners::fit(copy_and_hint(), "y", {.structure = "tan"});
    CHECK_THAT(table_row(tan, "y"), Catch::Matchers::Approx<double>({9.0 / 18, 9.0 / 18}));
    CHECK_THAT(table_row(tan, "b", 0), Catch::Matchers::Approx<double>({5.0 / 6, 1.0 / 6}));
    CHECK_THAT(table_row(tan, "c", 0), Catch::Matchers::Approx<double>({4.0 / 6, 2.0 / 6}));
    CHECK_THAT(table_row(tan, "c", 3), Catch::Matchers::Approx<double>({2.0 / 6, 4.0 / 6}));
}

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
