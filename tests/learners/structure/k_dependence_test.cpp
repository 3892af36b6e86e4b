#include <learners/structure/augmented_structures.hpp>

#include <learners/fit/fit.hpp>
#include <pgm/model/structure_graph.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

using namespace pgm;
using namespace pgm::tests;

namespace {

/// Four rows of each class. What each feature tells about the class:
///
///     a   counts 3 1 / 1 3    3/4 log 3/2 - 1/4 log 2 = 0.1308
///     b   counts 2 2 / 2 2    0
///     c   counts 4 0 / 0 4    log 2                   = 0.6931
///
/// hence the order c, a, b. Given the class c is constant, so it tells nothing about the others; a
/// and b have the counts 2 1 / 0 1 in one class and 1 0 / 1 2 in the other, in both I = 1/2 log 4/3
/// + 1/4 log 2/3 + 1/4 log 2 = 0.2158.
Dataset three_features() {
    return digits("yabc", {"0000", "0000", "0010", "0110", "1001", "1101", "1111", "1111"});
}

Classifier fitted(const std::string& structure) {
    return learners::fit(three_features(), "y", {.structure = structure});
}

std::string product_of(const std::string& structure) {
    return factorisation(fitted(structure).model().network());
}

}  // namespace

TEST_CASE(
    "k-dependence orders the features by what they tell about the class and gives each its k best "
    "parents",
    "[learners]") {
    CHECK(product_of("kdb:1") == "P(y) P(c | y) P(a | y, c) P(b | y, a)");
    CHECK(product_of("kdb:2") == "P(y) P(c | y) P(a | y, c) P(b | y, a, c)");
    CHECK(product_of("kdb:7") == product_of("kdb:2"));
    CHECK(fitted("kdb:0").model().members().front() == fitted("nb").model().members().front());
}

TEST_CASE("The tables of a k-dependence classifier and its posterior, worked out by hand",
          "[learners]") {
    const Classifier one = fitted("kdb:1");
    CHECK_THAT(table_row(one, "c", 0), Catch::Matchers::Approx<double>({5.0 / 6, 1.0 / 6}));
    CHECK_THAT(table_row(one, "a", 0),
               Catch::Matchers::Approx<double>({4.0 / 6, 2.0 / 6}));  // y=0, c=0
    CHECK_THAT(table_row(one, "a", 1),
               Catch::Matchers::Approx<double>({1.0 / 2, 1.0 / 2}));  // y=0, c=1: no row
    CHECK_THAT(table_row(one, "b", 0),
               Catch::Matchers::Approx<double>({3.0 / 5, 2.0 / 5}));  // y=0, a=0
    CHECK_THAT(table_row(one, "b", 2),
               Catch::Matchers::Approx<double>({2.0 / 3, 1.0 / 3}));  // y=1, a=0
    // a=b=c=0:  y=0: 1/2 5/6 4/6 3/5 = 1/6    y=1: 1/2 1/6 1/2 2/3 = 1/36
    CHECK_THAT(posterior_of(one, digits("abc", {"000"})),
               Catch::Matchers::Approx<double>({6.0 / 7, 1.0 / 7}));
    // b is not known: the factor 3/5 and 2/3 go. y=0: 1/2 5/6 4/6 = 5/18 y=1: 1/2 1/6 1/2 = 1/24
    CHECK_THAT(posterior_of(one, digits("abc", {"0.0"})),
               Catch::Matchers::Approx<double>({20.0 / 23, 3.0 / 23}));
}

TEST_CASE("Ties in k-dependence go to the earlier column", "[learners]") {
    // All features are the same: equal in what they tell of the class and, given it, of each other.
    const Dataset same = digits("yabc", {"0000", "0000", "0111", "1000", "1111", "1111"});
    CHECK(factorisation(learners::fit(same, "y", {.structure = "kdb:1"}).model().network()) ==
          "P(y) P(a | y) P(b | y, a) P(c | y, a)");
}

TEST_CASE("A parent that is worth less than nothing is none", "[learners]") {
    // Given y the columns are independent: by information, which is 0, b gets the parent a.
    const Dataset independent =
        digits("yab", {"000", "001", "010", "011", "100", "101", "110", "111"});
    const auto product_by = [&](const char* words) {
        return factorisation(
            learners::fit(independent, "y", {.structure = words}).model().network());
    };
    CHECK(product_by("kdb:1") == "P(y) P(a | y) P(b | y, a)");
    CHECK(product_by("kdb:1:k2") == "P(y) P(a | y) P(b | y)");
    CHECK(product_by("kdb:1:bic") == "P(y) P(a | y) P(b | y)");
}
