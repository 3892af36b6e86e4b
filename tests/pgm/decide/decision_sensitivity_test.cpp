#include <pgm/decide/decision_sensitivity.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/example_diagrams.hpp>

#include <algorithm>
#include <cmath>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;

namespace {

/// Thresholds in one history of a decision.
std::vector<DecisionThreshold> in_history(const std::vector<DecisionThreshold>& all,
                                          VariableId decision, std::vector<StateId> given) {
    std::vector<DecisionThreshold> found;
    std::ranges::copy_if(all, std::back_inserter(found), [&](const DecisionThreshold& one) {
        return one.decision == decision && one.given == given;
    });
    return found;
}

}  // namespace

TEST_CASE("Sensitivity of a decision: the values at which another alternative is as good",
          "[decide]") {
    // Betting pays 3 with the probability 0.4 and costs 1 otherwise: 0.6 beside 0.
    const InfluenceDiagram bet = diagram_of(
        "Bet{yes|no, decision}; Coin{win|lose}; Bet, Coin -> Gain{utility};"
        "Coin: 0.4 0.6; Gain: 3 -1 0 0");
    const BayesianNetwork& network = bet.network();
    const DecisionSolution solution = decide(bet);
    const std::vector<DecisionThreshold> thresholds = decision_thresholds(bet, solution);
    // P(win) = 1/4, from either state of the coin; 3 -> 1.5; -1 -> -2; and each of the zeros, in
    // the state in which it counts: 0.6 / 0.4 and 0.6 / 0.6.
    REQUIRE(thresholds.size() == 6);
    for (const DecisionThreshold& one : thresholds) {
        CHECK(one.best == network.variable(one.decision).state_id("yes"));
        CHECK(one.other == network.variable(one.decision).state_id("no"));
    }
    CHECK(thresholds.front().of == network.id("Coin"));
    CHECK_THAT(thresholds.front().threshold +
                   -0.5 * static_cast<double>(thresholds.front().state->index()),
               WithinAbs(0.25, 1e-12));
    const auto of_row = [&](std::size_t row) {
        return std::ranges::find_if(thresholds,
                                    [&](const DecisionThreshold& one) {
                                        return one.of == network.id("Gain") && one.row == row;
                                    })
            ->threshold;
    };
    CHECK_THAT(of_row(0), WithinAbs(1.5, 1e-12));
    CHECK_THAT(of_row(1), WithinAbs(-2, 1e-12));
    CHECK_THAT(of_row(2), WithinAbs(1.5, 1e-12));
    CHECK_THAT(of_row(3), WithinAbs(1, 1e-12));
}

TEST_CASE("Sensitivity of a decision: the diagram with the threshold has two best alternatives",
          "[decide]") {
    const InfluenceDiagram oil = oil_wildcatter();
    const BayesianNetwork& network = oil.network();
    const DecisionSolution solution = decide(oil);
    const std::vector<DecisionThreshold> all = decision_thresholds(oil, solution);
    CHECK(all.size() > 20);
    const std::vector<StateId> open{network.variable("Test").state_id("test"),
                                    network.variable("Seismic").state_id("open")};
    for (const DecisionThreshold& one : in_history(all, network.id("Drill"), open)) {
        if (one.of != network.id("Pay") || one.row != 0) continue;
        // Of -70: -70 p + (22.857.. + 10 + 70 p) = 0 with p = P(dry | open) = 15/35.
        CHECK_THAT(one.threshold, WithinAbs(-70 - (22.0 + 30.0 / 35 + 10) * 35 / 15, 1e-9));
    }
    CHECK(std::ranges::is_sorted(all, {}, [](const DecisionThreshold& one) {
        const double change = std::abs(one.threshold - one.value);
        return one.state ? change : change / std::max(1.0, std::abs(one.value));
    }));
}

TEST_CASE("Sensitivity of a decision: too many numbers, and a risk tolerance, are refused",
          "[decide]") {
    const InfluenceDiagram oil = oil_wildcatter();
    const DecisionSolution solution = decide(oil);
    CHECK_THROWS_AS(decision_thresholds(oil, solution, {}, {}, 4), TooLargeError);
    DecisionOptions risk;
    risk.risk_tolerance = 10;
    CHECK_THROWS_AS(decision_thresholds(oil, solution, {}, risk), ArgumentError);
}
