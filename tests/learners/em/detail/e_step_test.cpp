#include <learners/em/detail/e_step.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/small_data.hpp>

#include <catch2/catch.hpp>
#include <cmath>

using namespace pgm;
using namespace pgm::tests;
using namespace pgm::learners;
using namespace pgm::learners::detail;

namespace {

const ColumnId a{std::size_t{0}}, b{std::size_t{1}};
const std::vector<Family> a_to_b = {{a, {}}, {b, {a}}};

Dataset four_rows() {
    return digits("ab", {"00", "0.", ".1", ".."});
}

/// P(a, b) is 0.42, 0.18, 0.08, 0.32.
BayesianNetwork network() {
    NetworkBuilder net = NetworkBuilder::parse("a{0|1} -> b{0|1}");
    net.cpt("a").values({0.6, 0.4});
    net.cpt("b").row("a=0", {0.7, 0.3}).row("a=1", {0.2, 0.8});
    return net.build();
}

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
    const Dataset data = four_rows();
    const IncompleteRows rows = split_rows(data, a_to_b, a_to_b, {});
    const auto found = expect(rows, network(), 1, always);
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
    const FamilyCounts counts = expected_counts(four_rows(), a_to_b, network(), {a, {b}}, {});
    CHECK(row_of(counts, 0)[0] == Approx(2.12).epsilon(1e-14));
    CHECK(row_of(counts, 0)[1] == Approx(0.08).epsilon(1e-14));
    CHECK(row_of(counts, 1)[0] == Approx(0.84).epsilon(1e-14));
    CHECK(row_of(counts, 1)[1] == Approx(0.96).epsilon(1e-14));
}

TEST_CASE("E-step: a caller who stops it gets null", "[learners][em]") {
    const Dataset data = four_rows();
    const IncompleteRows rows = split_rows(data, a_to_b, a_to_b, {});
    CHECK_FALSE(expect(rows, network(), 1, [] { return false; }));
}

TEST_CASE("E-step: a row of probability zero is refused, whether or not it has missing cells",
          "[learners][em]") {
    NetworkBuilder net = NetworkBuilder::parse("a{0|1} -> b{0|1}");
    net.cpt("a").values({0.6, 0.4});
    net.cpt("b").row("a=0", {1, 0}).row("a=1", {0, 1});
    const auto sums_of = [&](const std::vector<std::string_view>& rows) {
        const Dataset data = digits("ab", rows);
        return expect(split_rows(data, a_to_b, a_to_b, {}), net.build(), 1, always);
    };
    CHECK_THROWS_WITH(sums_of({"00", "01", "0."}),
                      Catch::Contains("a known cell of 'b', given those of its parents, has "
                                      "probability zero under the network"));
    CHECK_THROWS_AS(sums_of({"00", "01"}), ArgumentError);
    // P(a = 0) P(a = 1, b = 1) P(b = 1) = 0.6 0.4 0.4
    CHECK(sums_of({"0.", "11", ".1"})->log_likelihood == Approx(std::log(0.096)).epsilon(1e-14));
    net.cpt("b").row("a=0", {1, 0}).row("a=1", {1, 0});
    CHECK_THROWS_WITH(sums_of({"00", ".1"}),
                      Catch::Contains("a row, whatever its missing cells are, has probability"));
}
