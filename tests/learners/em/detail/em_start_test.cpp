#include <learners/em/detail/em_model.hpp>

#include <tests/learners/em/detail/small_models.hpp>
#include <tests/support/catch.hpp>

#include <algorithm>

using namespace pgm;
using namespace pgm::tests;
using namespace pgm::learners;
using namespace pgm::learners::detail;

namespace {

EmModel model_to_start(const Dataset& data, const std::string& structure) {
    return make_em_model(data, std::nullopt,
                         {.structure = structure, .smoothing = MaximumLikelihood{}});
}

}  // namespace

TEST_CASE("Start of EM: the first one has what rows know of a family", "[learners][em]") {
    const EmModel model = model_to_start(digits("ab", {"00", "0.", "11"}), "a -> b");
    const Sums sums = starting_sums(model, 0, 1);
    CHECK(sums.counts({first_column, {}}).values() == std::vector<double>{2, 1});
    CHECK(sums.counts({second_column, {first_column}}).values() == std::vector<double>{1, 0, 0, 1});
}

TEST_CASE(
    "Start of EM: a family that no row knows has equal configurations and the states of its "
    "column",
    "[learners][em]") {
    // b is 1 in both rows that know it. Every state has a thousandth of the four rows besides, and
    // each of the two configurations has two rows.
    const EmModel model = model_to_start(digits("ab", {"0.", ".1", "1.", ".1"}), "a -> b");
    const std::vector<double> found =
        starting_sums(model, 0, 1).counts({second_column, {first_column}}).values();
    const double zero = 2 * 0.004 / 2.008, one = 2 * 2.004 / 2.008;
    const std::vector<double> expected = {zero, one, zero, one};
    for (std::size_t cell = 0; cell < 4; ++cell)
        CHECK_THAT(found[cell], Catch::Matchers::WithinRel(expected[cell], 1e-12));
}

TEST_CASE(
    "Start of EM: numbers that no row knows together have their columns' means and variances, "
    "and no covariance",
    "[learners][em]") {
    const Dataset data({continuous_column("x", {1.0, 3.0, missing_number, missing_number}),
                        continuous_column("z", {missing_number, missing_number, 10.0, 14.0})});
    const Sums sums = starting_sums(model_to_start(data, "x -> z"), 0, 1);
    const FamilyMoments& moments = sums.moments({second_column, {first_column}});
    CHECK(moments.mean(0, 0) == 2);
    CHECK(moments.mean(0, 1) == 12);
    CHECK(moments.covariance(0, 0, 0) == 1);
    CHECK(moments.covariance(0, 1, 1) == 4);
    CHECK(moments.covariance(0, 1, 0) == 0);
    CHECK(sums.moments({first_column, {}}).weight(0).value() == 2);
}

TEST_CASE("Start of EM: the states of a hidden variable differ from the start, by the seed",
          "[learners][em]") {
    const EmModel model =
        model_to_start(digits("ab", {"00", "01", "11"}), "H{2 states, hidden} -> a, b");
    const Family of_a{first_column, {third_column}};
    const auto cells = [&](std::size_t restart, std::uint64_t seed) {
        return starting_sums(model, restart, seed).counts(of_a).values();
    };
    const std::vector<double> found = cells(0, 1);
    REQUIRE(found.size() == 4);
    CHECK(std::ranges::all_of(found, [](double cell) { return cell > 0; }));
    CHECK(found[0] / found[1] != found[2] / found[3]);
    CHECK(cells(0, 1) == found);
    CHECK(cells(0, 2) != found);
    CHECK(cells(1, 1) != found);
}

TEST_CASE("Start of EM: a hidden cause of a number has random means and the column's variance",
          "[learners][em]") {
    const Dataset data({continuous_column("x", {1.0, 3.0})});
    const EmModel model = model_to_start(data, "H{2 states, hidden} -> x");
    const FamilyMoments moments =
        starting_sums(model, 0, 1).moments({first_column, {second_column}});
    for (const std::size_t h : {0, 1})
        CHECK_THAT(moments.covariance(h, 0, 0), Catch::Matchers::WithinRel(1.0, 1e-12));
    CHECK(moments.mean(0, 0) != moments.mean(1, 0));
}

TEST_CASE(
    "Start of EM: after the first one every count is random, and at least a tenth of what it "
    "was",
    "[learners][em]") {
    const EmModel model = model_to_start(digits("ab", {"00", "0.", "11"}), "a -> b");
    const std::vector<double> found =
        starting_sums(model, 3, 1).counts({second_column, {first_column}}).values();
    CHECK(found[0] >= 0.1);
    CHECK(found[0] != 1);
    CHECK(found[3] >= 0.1);
    // No row has these.
    CHECK(found[1] == 0);
    CHECK(found[2] == 0);
}
