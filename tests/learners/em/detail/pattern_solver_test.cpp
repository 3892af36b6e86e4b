#include <learners/em/detail/pattern_solver.hpp>

#include <pgm/core/numbers.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/learners/em/detail/small_models.hpp>
#include <tests/support/catch.hpp>

#include <cmath>
#include <numbers>

using namespace pgm;
using namespace pgm::tests;
using namespace pgm::learners::detail;

namespace {

const VariableId v0{std::size_t{0}}, v1{std::size_t{1}};

/// Every row by itself: the sum of the logarithms of its patterns, and the expected sums of all.
struct Solved {
    std::vector<Family> families;
    Sums known;  ///< nothing
    ExpectedSums sums{known, families};
    std::vector<double> logs;

    Solved(const Dataset& data, const BayesianNetwork& network, std::vector<Family> of)
        : families(std::move(of)), known(data.schema(), families) {
        const FactorParameters parameters(network, families);
        const InferenceEngine engine(network);
        PatternSolver solver(parameters, &engine);
        for (std::uint32_t row = 0; row < data.rows(); ++row) {
            logs.push_back(0);
            const std::vector<std::uint32_t> rows = {row};
            for (const HiddenPattern& pattern :
                 find_hidden_patterns(data.select_rows(rows), families, families)) {
                double log = 0;
                solver.solve(pattern, 0, {&log, 1}, sums);
                logs.back() += log;
            }
        }
    }
    std::vector<double> counts(std::size_t f) const {
        return sums.with_known({}).counts(families[f]).values();
    }
    FamilyMoments moments(std::size_t f) const { return sums.with_known({}).moments(families[f]); }
};

void check_all(const std::vector<double>& found, const std::vector<double>& expected) {
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
        CHECK_THAT(found[i], Catch::Matchers::WithinRel(expected[i], 1e-14) ||
                                 Catch::Matchers::WithinAbs(expected[i], 1e-15));
}

BayesianNetwork coins(const std::vector<double>& of_a, const std::vector<double>& of_b) {
    NetworkBuilder net = NetworkBuilder::parse("a{0|1} -> b{0|1}");
    net.cpt("a").values(of_a);
    net.cpt("b").values(of_b);
    return net.build();
}

/// The class k is 0 or 1 with probability 1/2, and x | k a Gaussian of variance 1 about 0 or 2.
BayesianNetwork two_groups() {
    NetworkBuilder builder;
    builder.add_variable(Variable("k", {"0", "1"}));
    builder.add_variable(Variable("x"));
    builder.set_cpd(TableCpd(Scope({v0}, {2}), std::vector<double>{0.5, 0.5}));
    builder.set_cpd(LinearGaussianCpd(v1, Scope({v0}, {2}), {}, {{0, {}, 1}, {2, {}, 1}}));
    return builder.build();
}

/// A row of these; an empty text is a missing value.
Dataset one_row(std::string_view k, double x) {
    return Dataset({discrete_column(Variable("k", {"0", "1"}), std::vector<std::string_view>{k}),
                    continuous_column("x", {x})});
}

/// x is a Gaussian about 0 of variance 1, and y is x and another such number.
BayesianNetwork sum_of_two() {
    NetworkBuilder builder;
    builder.add_variable(Variable("x"));
    builder.add_variable(Variable("y"));
    builder.set_cpd(LinearGaussianCpd(v0, Scope(), {}, {{0, {}, 1}}));
    builder.set_cpd(LinearGaussianCpd(v1, Scope(), {v0}, {{0, {1.0}, 1}}));
    return builder.build();
}

}  // namespace

TEST_CASE("Pattern solver: the posterior of a missing value by Bayes' rule", "[learners][em]") {
    // P(a, b): 0.42, 0.18, 0.08, 0.32.
    const BayesianNetwork network = coins({0.6, 0.4}, {0.7, 0.3, 0.2, 0.8});
    const Solved child(digits("ab", {"0."}), network, families_of_chain(2));
    // A row that knows all but a leaf says nothing of the leaf; P(a) is counted elsewhere.
    check_all(child.logs, {0});
    check_all(child.counts(1), {0.7, 0.3, 0, 0});
    check_all(child.counts(0), {0, 0});
    const Solved parent(digits("ab", {".1"}), network, families_of_chain(2));
    check_all(parent.logs, {std::log(0.5)});
    check_all(parent.counts(0), {0.36, 0.64});
    check_all(parent.counts(1), {0, 0.36, 0, 0.64});
    const Solved both(digits("ab", {".."}), network, families_of_chain(2));
    check_all(both.logs, {0});
    check_all(both.counts(1), {0.42, 0.18, 0.08, 0.32});
}

TEST_CASE("Pattern solver: a case counts with its weight", "[learners][em]") {
    const Solved solved(digits("ab", {".1"}).with_weights({2.5}),
                        coins({0.6, 0.4}, {0.7, 0.3, 0.2, 0.8}), families_of_chain(2));
    check_all(solved.logs, {std::log(0.5)});
    check_all(solved.counts(0), {0.9, 1.6});
}

TEST_CASE(
    "Pattern solver: a case of probability zero adds nothing, and a missing state of "
    "probability zero has no part",
    "[learners][em]") {
    const Solved impossible(digits("ab", {".1"}), coins({0.5, 0.5}, {1, 0, 1, 0}),
                            families_of_chain(2));
    CHECK(impossible.logs[0] == -infinity);
    check_all(impossible.counts(0), {0, 0});
    const Solved half(digits("ab", {".1"}), coins({0.5, 0.5}, {1, 0, 0.5, 0.5}),
                      families_of_chain(2));
    check_all(half.logs, {std::log(0.25)});
    check_all(half.counts(1), {0, 0, 0, 1});
}

TEST_CASE("Pattern solver: a missing class given a number, by the two densities",
          "[learners][em]") {
    const Dataset data = one_row("", 0.0);
    const Solved solved(data, two_groups(), families_of_chain(2));
    // The densities at 0 are as 1 to exp(-2).
    const double of_0 = 1 / (1 + std::exp(-2.0));
    check_all(solved.logs,
              {std::log(0.5 * (1 + std::exp(-2.0)) / std::sqrt(2 * std::numbers::pi))});
    check_all(solved.counts(0), {of_0, 1 - of_0});
    CHECK(solved.moments(1).weight(1).value() == Approx(1 - of_0).epsilon(1e-14));
    CHECK(solved.moments(1).mean(1, 0) == 0);
    CHECK(solved.moments(1).covariance(1, 0, 0) == 0);
}

TEST_CASE("Pattern solver: a missing number given the class has its mean and its variance",
          "[learners][em]") {
    const Dataset data = one_row("1", missing_number);
    const Solved solved(data, two_groups(), families_of_chain(2));
    check_all(solved.logs, {0});
    CHECK(solved.moments(1).weight(1).value() == 1);
    CHECK(solved.moments(1).mean(1, 0) == Approx(2).epsilon(1e-14));
    CHECK(solved.moments(1).covariance(1, 0, 0) == Approx(1).epsilon(1e-14));
    CHECK(solved.moments(1).weight(0).is_zero());
}

TEST_CASE("Pattern solver: with the class missing, too, both groups have their part",
          "[learners][em]") {
    const Dataset data = one_row("", missing_number);
    const Solved solved(data, two_groups(), families_of_chain(2));
    CHECK_THAT(solved.logs[0], Catch::Matchers::WithinAbs(0, 1e-14));
    check_all(solved.counts(0), {0.5, 0.5});
    for (const std::size_t k : {0, 1}) {
        CHECK(solved.moments(1).weight(k).value() == Approx(0.5).epsilon(1e-14));
        CHECK(solved.moments(1).mean(k, 0) == Approx(2.0 * static_cast<double>(k)));
        CHECK(solved.moments(1).covariance(k, 0, 0) == Approx(1).epsilon(1e-14));
    }
}

TEST_CASE("Pattern solver: a missing number given the sum that it is part of", "[learners][em]") {
    const Dataset data({continuous_column("x", {missing_number}), continuous_column("y", {2.0})});
    const Solved solved(data, sum_of_two(), families_of_chain(2));
    // y has the variance 2: log N(2; 0, 2) = -log(4 pi) / 2 - 1. Given y = 2 the mean of x is 1 and
    // its variance 1/2.
    check_all(solved.logs, {-0.5 * std::log(4 * std::numbers::pi) - 1});
    CHECK(solved.moments(0).mean(0, 0) == Approx(1).epsilon(1e-14));
    CHECK(solved.moments(0).covariance(0, 0, 0) == Approx(0.5).epsilon(1e-14));
    const FamilyMoments of_y = solved.moments(1);
    CHECK(of_y.mean(0, 1) == 2);
    CHECK(of_y.covariance(0, 0, 0) == Approx(0.5).epsilon(1e-14));
    CHECK(of_y.covariance(0, 1, 0) == 0);
    CHECK(of_y.covariance(0, 1, 1) == 0);
}

TEST_CASE("Pattern solver: two missing numbers vary together", "[learners][em]") {
    const Dataset data(
        {continuous_column("x", {missing_number}), continuous_column("y", {missing_number})});
    const Solved solved(data, sum_of_two(), families_of_chain(2));
    CHECK_THAT(solved.logs[0], Catch::Matchers::WithinAbs(0, 1e-14));
    const FamilyMoments of_y = solved.moments(1);
    CHECK_THAT(of_y.mean(0, 1), Catch::Matchers::WithinAbs(0, 1e-15));
    CHECK(of_y.covariance(0, 0, 0) == Approx(1).epsilon(1e-14));
    CHECK(of_y.covariance(0, 1, 0) == Approx(1).epsilon(1e-14));
    CHECK(of_y.covariance(0, 1, 1) == Approx(2).epsilon(1e-14));
}

TEST_CASE("Pattern solver: hidden numbers come after those that they depend on", "[learners][em]") {
    // x, the earlier column, is y and a number of variance 1.
    NetworkBuilder builder;
    builder.add_variable(Variable("x"));
    builder.add_variable(Variable("y"));
    builder.set_cpd(LinearGaussianCpd(v0, Scope(), {v1}, {{0, {1.0}, 1}}));
    builder.set_cpd(LinearGaussianCpd(v1, Scope(), {}, {{3, {}, 1}}));
    const Dataset data(
        {continuous_column("x", {missing_number}), continuous_column("y", {missing_number})});
    const Solved solved(data, builder.build(),
                        {{first_column, {second_column}}, {second_column, {}}});
    const FamilyMoments of_x = solved.moments(0);  // y, then x
    CHECK(of_x.mean(0, 0) == Approx(3).epsilon(1e-14));
    CHECK(of_x.mean(0, 1) == Approx(3).epsilon(1e-14));
    CHECK(of_x.covariance(0, 0, 0) == Approx(1).epsilon(1e-14));
    CHECK(of_x.covariance(0, 1, 0) == Approx(1).epsilon(1e-14));
    CHECK(of_x.covariance(0, 1, 1) == Approx(2).epsilon(1e-14));
}

TEST_CASE("Pattern solver: the engine answers what is too long to list", "[learners][em]") {
    const BayesianNetwork network = chain_of_bits(20);
    const std::vector<Family> chain = families_of_chain(20);
    const double agree = (1 + 0x1p-18) / 2;  // of b and t
    const Solved from_behind(digits("abcdefghijklmnopqrst", {"...................0"}), network,
                             chain);
    check_all(from_behind.logs, {std::log(0.5)});
    check_all(from_behind.counts(1),
              {0.75 * agree, 0.25 * (1 - agree), 0.25 * agree, 0.75 * (1 - agree)});
    // P(a) = 1/2 is a family that the row knows, and is not counted here.
    const Solved both_ends(digits("abcdefghijklmnopqrst", {"0..................0"}), network,
                           chain);
    check_all(both_ends.logs, {std::log((1 + 0x1p-19) / 2)});
    check_all(both_ends.counts(0), {0, 0});
    const double of_b = 0.75 * agree / (0.75 * agree + 0.25 * (1 - agree));
    check_all(both_ends.counts(1), {of_b, 1 - of_b, 0, 0});
}

TEST_CASE("Pattern solver: columns in another order than the network's variables",
          "[learners][em]") {
    // The network has b and a in the order of the factors, the table c, a and b.
    NetworkBuilder net;
    net.add_variable(Variable("b", {"0", "1"}));
    net.add_variable(Variable("a", {"0", "1"}));
    net.set_cpd(TableCpd(Scope({v0}, {2}), std::vector<double>{0.6, 0.4}));
    net.set_cpd(TableCpd(Scope({v0, v1}, {2, 2}), std::vector<double>{0.7, 0.3, 0.2, 0.8}));
    const Solved solved(digits("cab", {"01."}), net.build(),
                        {{third_column, {}}, {second_column, {third_column}}});
    check_all(solved.logs, {std::log(0.5)});
    check_all(solved.counts(1), {0, 0.36, 0, 0.64});
}
