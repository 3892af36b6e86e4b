#include <pgm/core/error.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/inference/posterior.hpp>
#include <pgm/model/network_builder.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <limits>

using namespace pgm;

namespace {

constexpr double endless = std::numeric_limits<double>::infinity();
const double undefined_number = std::numeric_limits<double>::quiet_NaN();

/// A coin, a die with three faces, and a continuous height.
BayesianNetwork coin_die_and_height() {
    NetworkBuilder builder;
    const VariableId coin = builder.add_variable(Variable("coin", {"heads", "tails"}));
    const VariableId die = builder.add_variable(Variable("die", {"one", "two", "three"}));
    const VariableId height = builder.add_variable(Variable("height"));
    builder.set_cpd(TableCpd(Scope({coin}, {2}), std::vector<double>{0.5, 0.5}));
    builder.set_cpd(TableCpd(Scope({die}, {3}), std::vector<double>{0.25, 0.25, 0.5}));
    builder.set_cpd(LinearGaussianCpd(height, Scope(), {}, {{0, {}, 1}}));
    return builder.build();
}

const VariableId coin(0), die(1), height(2);

/// The distribution that weights of the coin become.
std::vector<double> coin_of(const BayesianNetwork& network, double heads, double tails) {
    const VariableId targets[] = {coin};
    const double weights[] = {heads, tails};
    PosteriorBuilder builder(network, targets);
    const Posterior posterior = std::move(builder.set(coin, weights)).build(0);
    return {posterior[0].begin(), posterior[0].end()};
}

}  // namespace

TEST_CASE("A posterior is made of another algorithm's weights, in the order of the request") {
    const BayesianNetwork network = coin_die_and_height();
    const VariableId targets[] = {die, coin};
    PosteriorBuilder builder(network, targets);
    builder.set(die, std::vector<double>{1, 2, 5});
    builder.set_certain(coin, StateId(1));
    const Posterior posterior = std::move(builder).build(std::log(0.25));

    CHECK_FALSE(posterior.impossible());
    CHECK(posterior.log_evidence() == std::log(0.25));
    CHECK(posterior.size() == 2);
    CHECK(posterior.variables()[0] == die);
    CHECK(std::ranges::equal(posterior[0], std::vector<double>{1.0 / 8, 2.0 / 8, 5.0 / 8}));
    CHECK(std::ranges::equal(posterior.marginal(coin), std::vector<double>{0, 1}));
}

TEST_CASE("Without targets a posterior is made of all discrete variables") {
    PosteriorBuilder builder(coin_die_and_height());
    builder.set(coin, std::vector<double>{1, 1}).set(die, std::vector<double>{1, 0, 0});
    const Posterior posterior = std::move(builder).build(0);
    CHECK(std::ranges::equal(posterior.variables(), std::vector<VariableId>{coin, die}));
    CHECK(std::ranges::equal(posterior.marginal(die), std::vector<double>{1, 0, 0}));
}

TEST_CASE("Weights of a posterior may be as large and as small as doubles are") {
    const BayesianNetwork network = coin_die_and_height();
    const double largest = std::numeric_limits<double>::max();
    const double smallest = std::numeric_limits<double>::denorm_min();
    CHECK(coin_of(network, largest, largest) == std::vector<double>{0.5, 0.5});
    CHECK(coin_of(network, 3 * smallest, smallest) == std::vector<double>{0.75, 0.25});
    CHECK(coin_of(network, largest, smallest) == std::vector<double>{1, 0});
}

TEST_CASE("A posterior under impossible evidence needs no weights and has no distributions") {
    const Posterior posterior = PosteriorBuilder(coin_die_and_height()).build(-endless);
    CHECK(posterior.status() == PosteriorStatus::impossible);
    CHECK(posterior.log_evidence() == -endless);
    CHECK(posterior.size() == 2);
    CHECK_THROWS_AS(posterior.marginal(coin), ImpossibleEvidenceError);
}

TEST_CASE("Weights that are no distribution are refused, and what was set before stays") {
    const BayesianNetwork network = coin_die_and_height();
    PosteriorBuilder builder(network);
    builder.set(coin, std::vector<double>{3, 1}).set_certain(die, StateId(2));
    CHECK_THROWS_WITH(
        builder.set(coin, std::vector<double>{1}),
        "the weights of 'coin' are 1 numbers, one for each of its 2 states is needed");
    for (const double bad : {undefined_number, endless, -1.0}) {
        CHECK_THROWS_WITH(
            builder.set(coin, std::vector<double>{1, bad}),
            Catch::StartsWith("the weights of 'coin' must be finite and not negative, one is "));
    }
    CHECK_THROWS_WITH(builder.set(coin, std::vector<double>{0, -0.0}),
                      "the weights of 'coin' are all 0, which is no distribution "
                      "(for impossible evidence call build() with minus infinity)");
    CHECK_THROWS_WITH(builder.set_certain(die, StateId(3)),
                      "'die' has 3 states, number 3 (counted from 0) is none of them");
    CHECK_THROWS_WITH(builder.set(height, std::vector<double>{1}),
                      "variable number 2 is none of the targets");
    CHECK_THROWS_WITH(builder.set(VariableId(9), std::vector<double>{1}),
                      "variable number 9 is none of the targets");
    const Posterior posterior = std::move(builder).build(0);
    CHECK(std::ranges::equal(posterior.marginal(coin), std::vector<double>{0.75, 0.25}));
}

TEST_CASE("A posterior without all its weights, or whose log P(e) is no logarithm, is refused") {
    const BayesianNetwork network = coin_die_and_height();
    PosteriorBuilder builder(network);
    builder.set(coin, std::vector<double>{3, 1});
    CHECK_THROWS_WITH(std::move(builder).build(0), "the weights of 'die' were not set");
    CHECK_THROWS_WITH(PosteriorBuilder(network).build(undefined_number),
                      "log P(e) must be a number or minus infinity, not nan");
    CHECK_THROWS_WITH(PosteriorBuilder(network).build(endless),
                      "log P(e) must be a number or minus infinity, not inf");
}

TEST_CASE("Targets that have no posterior are refused when the builder is made") {
    const BayesianNetwork network = coin_die_and_height();
    const auto made_for = [&](std::vector<VariableId> targets) {
        return PosteriorBuilder(network, targets);
    };
    CHECK_THROWS_WITH(made_for({coin, coin}), "variable 'coin' is asked for twice");
    CHECK_THROWS_WITH(made_for({VariableId(3)}), "the network has no variable number 3");
    CHECK_THROWS_WITH(made_for({height}), Catch::StartsWith("variable 'height' is continuous"));
}
