#include <learners/em/detail/e_step.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/learners/em/detail/small_models.hpp>
#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::tests;
using namespace pgm::learners;
using namespace pgm::learners::detail;

namespace {

const std::vector<Family> a_to_b = families_of_chain(2);

std::vector<double> row_of(const FamilyCounts& counts, std::size_t u) {
    std::vector<WeightSum> row(counts.states());
    counts.copy_row(u, row);
    std::vector<double> values;
    for (const WeightSum weight : row) values.push_back(weight.value());
    return values;
}

bool always() {
    return true;
}

}  // namespace

TEST_CASE("E-step: the sums are those over all completions of the rows", "[learners][em]") {
    const Dataset data = rows_of_coins();
    const IncompleteRows rows = split_rows(data, a_to_b, a_to_b, {});
    const auto found = expect(rows, two_coins(), 1, always);
    REQUIRE(found);
    // (0, 0): 1 + 7/10 + 0 + 42/100, (0, 1): 3/10 + 18/50 + 18/100, ...
    const FamilyCounts counts = found->sums.counts(a_to_b[1]);
    CHECK(row_of(counts, 0)[0] == Approx(2.12).epsilon(1e-14));
    CHECK(row_of(counts, 0)[1] == Approx(0.84).epsilon(1e-14));
    CHECK(row_of(counts, 1)[0] == Approx(0.08).epsilon(1e-14));
    CHECK(row_of(counts, 1)[1] == Approx(0.96).epsilon(1e-14));
    const FamilyCounts of_a = found->sums.counts(a_to_b[0]);
    CHECK(row_of(of_a, 0)[0] == Approx(2.96).epsilon(1e-14));
    CHECK(row_of(of_a, 0)[1] == Approx(1.04).epsilon(1e-14));
    // P(0, 0) P(a = 0) P(b = 1) 1 = 0.42 0.6 0.5
    CHECK(found->log_likelihood == Approx(std::log(0.126)).epsilon(1e-14));
}

TEST_CASE("E-step: the counts of one family are the same by themselves", "[learners][em]") {
    const FamilyCounts counts =
        expected_counts(rows_of_coins(), a_to_b, two_coins(), {first_column, {second_column}}, {});
    CHECK(row_of(counts, 0)[0] == Approx(2.12).epsilon(1e-14));
    CHECK(row_of(counts, 0)[1] == Approx(0.08).epsilon(1e-14));
    CHECK(row_of(counts, 1)[0] == Approx(0.84).epsilon(1e-14));
    CHECK(row_of(counts, 1)[1] == Approx(0.96).epsilon(1e-14));
}

TEST_CASE(
    "E-step: expected counts of a family that the network has not, in rows that miss more cells "
    "than are listed",
    "[learners][em]") {
    const BayesianNetwork chain = chain_of_bits(20);
    const Dataset data =
        digits("abcdefghijklmnopqrst", {"0...................", "...................."});
    const auto counts_of = [&](std::size_t child, std::vector<ColumnId> parents) {
        const FamilyCounts counts =
            expected_counts(data, families_of_chain(20), chain, {ColumnId(child), parents}, {});
        return counts.values();
    };
    const std::vector<double> of_c_given_a = counts_of(2, {first_column});
    // a = 0: 5/8 and 3/8 of the first row; of the second 5/16, 3/16, 3/16, 5/16.
    CHECK(of_c_given_a[0] == Approx(15.0 / 16).epsilon(1e-14));
    CHECK(of_c_given_a[1] == Approx(9.0 / 16).epsilon(1e-14));
    CHECK(of_c_given_a[2] == Approx(3.0 / 16).epsilon(1e-14));
    CHECK(of_c_given_a[3] == Approx(5.0 / 16).epsilon(1e-14));
    // The parents in another order than the columns', one of them further down the chain: the first
    // row has P(b, c, e | a = 0) = P(b | a) P(c | b) P(e | c), the second half the sum over a.
    const std::vector<double> of_c = counts_of(2, {ColumnId(std::size_t{4}), second_column});
    const auto agree = [](bool same, double p) { return same ? p : 1 - p; };
    for (std::size_t cell = 0; cell < 8; ++cell) {
        const bool e = cell >> 2 & 1, b = cell >> 1 & 1, c = cell & 1;
        const double rest = agree(b == c, 0.75) * agree(c == e, 0.625);
        CHECK(of_c[cell] == Approx((agree(!b, 0.75) + 0.5) * rest).epsilon(1e-14));
    }
    // A family of the network.
    const std::vector<double> of_b = counts_of(1, {first_column});
    CHECK(of_b[0] == Approx(9.0 / 8).epsilon(1e-14));
    CHECK(of_b[1] == Approx(3.0 / 8).epsilon(1e-14));
    CHECK(of_b[2] == Approx(1.0 / 8).epsilon(1e-14));
    CHECK(of_b[3] == Approx(3.0 / 8).epsilon(1e-14));
}

TEST_CASE("E-step: a caller who stops it gets null", "[learners][em]") {
    const Dataset data = rows_of_coins();
    const IncompleteRows rows = split_rows(data, a_to_b, a_to_b, {});
    CHECK_FALSE(expect(rows, two_coins(), 1, [] { return false; }));
}

TEST_CASE("E-step: a row of probability zero is refused, whether or not it has missing values",
          "[learners][em]") {
    const auto sums_of = [&](const std::vector<double>& of_b, const auto& rows) {
        NetworkBuilder net = NetworkBuilder::parse("a{0|1} -> b{0|1}");
        net.cpt("a").values({0.6, 0.4});
        net.cpt("b").values(of_b);
        return expect(split_rows(digits("ab", rows), a_to_b, a_to_b, {}), net.build(), 1, always);
    };
    using Rows = std::vector<std::string_view>;
    const std::vector<double> copy = {1, 0, 0, 1}, always_0 = {1, 0, 1, 0};
    CHECK_THROWS_WITH(sums_of(copy, Rows{"00", "01", "0."}),
                      Catch::Contains("a known cell of 'b', given those of its parents, has "
                                      "probability zero under the network"));
    CHECK_THROWS_AS(sums_of(copy, Rows{"00", "01"}), ArgumentError);
    CHECK_THROWS_WITH(sums_of(always_0, Rows{"00", ".1"}),
                      Catch::Contains("a row, whatever its missing values are, has probability"));
    // P(a = 0) P(a = 1, b = 1) P(b = 1) = 0.6 0.4 0.4
    CHECK(sums_of(copy, Rows{"0.", "11", ".1"})->log_likelihood ==
          Approx(std::log(0.096)).epsilon(1e-14));
}
