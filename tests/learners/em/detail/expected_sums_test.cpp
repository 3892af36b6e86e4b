#include <learners/em/detail/expected_sums.hpp>

#include <tests/learners/em/detail/small_models.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;
using namespace pgm::learners::detail;

namespace {

/// Counts of a few rows of two bits.
struct Coins {
    std::vector<Family> families = families_of_chain(2);
    Sums known{digits("ab", {}).schema(), families};
};

/// Moments of x and y given a, of which y depends on x.
struct Numbers {
    std::vector<Family> families = {{third_column, {first_column, second_column}}};
    Sums known{{Variable("a", {"0", "1"}), Variable("x"), Variable("y")}, families};
};

}  // namespace

TEST_CASE("Expected sums: weights of cells come on top of what is known", "[learners][em]") {
    Coins coins;
    coins.known.add(digits("ab", {"00", "00", "11"}));
    ExpectedSums sums(coins.known, coins.families);
    sums.add(0, 1, 0.25);
    sums.add(1, 2, 0.5);
    sums.add(1, 2, 0.125);
    const Sums together = sums.with_known({});
    CHECK(together.counts(coins.families[0]).values() == std::vector<double>{2, 1.25});
    CHECK(together.counts(coins.families[1]).values() == std::vector<double>{2, 0, 0.625, 1});
    CHECK(together.rows() == 3);
    // The known ones are as they were.
    CHECK(coins.known.counts(coins.families[1]).values() == std::vector<double>{2, 0, 0, 1});
}

TEST_CASE("Expected sums: neither the order of the cases nor their shares change a bit",
          "[learners][em]") {
    const Coins coins;
    const std::vector<double> weights = {0.1, 0.7, 1e-9, 1e9, 1.0 / 3, 0.2};
    ExpectedSums forward(coins.known, coins.families), backward(coins.known, coins.families),
        part(coins.known, coins.families);
    for (std::size_t i = 0; i < weights.size(); ++i) {
        forward.add(1, 3, weights[i]);
        (i % 2 == 0 ? part : backward).add(1, 3, weights[weights.size() - 1 - i]);
    }
    backward.merge(part);
    CHECK(forward.with_known({}).counts(coins.families[1]) ==
          backward.with_known({}).counts(coins.families[1]));
}

TEST_CASE("Expected sums: weights are rounded to multiples of 2^-64", "[learners][em]") {
    const Coins coins;
    ExpectedSums sums(coins.known, coins.families);
    sums.add(0, 0, 0x1p-64);
    sums.add(0, 1, 0x1p-66);
    CHECK(sums.with_known({}).counts(coins.families[0]).values() ==
          std::vector<double>{0x1p-64, 0});
}

TEST_CASE("Expected sums: a family of very many cells keeps those that have any weight",
          "[learners][em]") {
    // Fifteen bits: 2^15 cells, twice as many as are kept where all are.
    const std::string_view names = "abcdefghijklmno";
    std::vector<Family> families = {{ColumnId(std::size_t{14}), {}}};
    for (std::size_t i = 0; i < 14; ++i) families[0].parents.emplace_back(i);
    Sums known(digits(names, {}).schema(), families);
    known.add(digits(names, {"000000000000101"}));
    ExpectedSums sums(known, families), more(known, families);
    sums.add(0, 32767, 0.5);
    sums.add(0, 5, 0.25);
    more.add(0, 32767, 0.25);
    sums.merge(more);
    const Sums together = sums.with_known({});
    const FamilyCounts& counts = together.counts(families[0]);
    REQUIRE(counts.is_sparse());
    CHECK(counts.weight(5).value() == 1.25);
    CHECK(counts.weight(32767).value() == 0.75);
    CHECK(counts.total().value() == 2);
}

TEST_CASE("Expected sums: moments of values, and of values that have a spread", "[learners][em]") {
    const Numbers numbers;
    ExpectedSums sums(numbers.known, numbers.families);
    const std::vector<double> low = {1, 10}, high = {3, 20}, spread = {0.5, 0.25, 0.25, 2};
    sums.add(0, 0, 0.5, low, {});
    sums.add(0, 0, 0.5, high, {});
    sums.add(0, 1, 0.25, high, spread);
    const Sums together = sums.with_known({});
    const FamilyMoments& moments = together.moments(numbers.families[0]);
    // Two points: the mean is between them, and each is half their distance away.
    CHECK(moments.weight(0).value() == 1);
    CHECK(moments.mean(0, 0) == 2);
    CHECK(moments.mean(0, 1) == 15);
    CHECK(moments.covariance(0, 0, 0) == 1);
    CHECK(moments.covariance(0, 1, 0) == 5);
    CHECK(moments.covariance(0, 1, 1) == 25);
    // One point with a covariance has that.
    CHECK(moments.weight(1).value() == 0.25);
    CHECK(moments.mean(1, 1) == 20);
    CHECK(moments.covariance(1, 0, 0) == 0.5);
    CHECK(moments.covariance(1, 1, 0) == 0.25);
    CHECK(moments.covariance(1, 1, 1) == 2);
}

TEST_CASE("Expected sums: a spread about a mean is the spreads within and between, far from 0, too",
          "[learners][em]") {
    const Numbers numbers;
    ExpectedSums sums(numbers.known, numbers.families), other(numbers.known, numbers.families);
    const std::vector<double> low = {1e8 - 1, 0}, high = {1e8 + 1, 0}, spread = {0.5, 0, 0, 0.25};
    sums.add(0, 0, 1, low, spread);
    other.add(0, 0, 1, high, spread);
    sums.merge(other);
    const Sums together = sums.with_known({});
    const FamilyMoments& moments = together.moments(numbers.families[0]);
    CHECK(moments.mean(0, 0) == 1e8);
    CHECK(moments.covariance(0, 0, 0) == 1.5);
    CHECK(moments.covariance(0, 1, 1) == 0.25);
}

TEST_CASE("Expected sums: a weight that is rounded to 0 leaves no moments", "[learners][em]") {
    const Numbers numbers;
    ExpectedSums sums(numbers.known, numbers.families);
    const std::vector<double> low = {1, 10};
    sums.add(0, 1, 1e-30, low, {});
    CHECK(sums.with_known({}).moments(numbers.families[0]).weight(1).is_zero());
}
