#include <pgm/core/error.hpp>
#include <pgm/decide/decide.hpp>
#include <pgm/decide/evaluation.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/decision_tree.hpp>
#include <tests/support/example_diagrams.hpp>
#include <tests/support/random_diagram.hpp>

using namespace pgm;
using namespace pgm::tests;

namespace {

StrategyValue worth_of_best(const InfluenceDiagram& diagram, const Evidence& evidence = {}) {
    return evaluate(diagram, decide(diagram, evidence).strategy, evidence, {}, true);
}

}  // namespace

TEST_CASE("evaluate: the best strategy of the oil wildcatter", "[decide]") {
    const InfluenceDiagram oil = oil_wildcatter();
    const StrategyValue value = worth_of_best(oil);
    CHECK(value.expected_utility == Approx(22.5));
    CHECK(value.standard_deviation == Approx(std::sqrt(7648.75)));
    REQUIRE(value.utilities.size() == 2);
    CHECK(value.utilities[0] == Approx(32.5));
    CHECK(value.utilities[1] == Approx(-10));
    CHECK(value.posterior.marginal(oil.network().id("Drill"))[0] == Approx(0.59));
    CHECK(value.posterior.marginal(oil.network().id("Seismic"))[2] == Approx(0.41));
    REQUIRE(value.outcomes.size() == 4);  // -80, -10, 40 and 190
    const std::vector<double> utilities = {-80, -10, 40, 190};
    const std::vector<double> probabilities = {0.5 * 0.4, 0.41, 0.3 * 0.7, 0.2 * 0.9};
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(value.outcomes[i].utility == Approx(utilities[i]));
        CHECK(value.outcomes[i].probability == Approx(probabilities[i]));
    }
}

TEST_CASE("evaluate: random strategies are worth what fractions say", "[decide]") {
    Rng rng(60);
    for (int trial = 0; trial < 100; ++trial) {
        const InfluenceDiagram diagram(random_diagram(rng));
        const BayesianNetwork& network = diagram.network();
        INFO("trial " << trial);
        Strategy strategy;
        for (const VariableId decision : diagram.decisions()) {
            const std::span<const VariableId> known = diagram.known(decision);
            std::vector<std::size_t> sizes;
            for (const VariableId variable : known) sizes.push_back(network.cardinality(variable));
            Policy policy{decision, Scope({known.begin(), known.end()}, sizes), {}};
            for (std::size_t cell = 0; cell < policy.given.cells(); ++cell)
                policy.choice.emplace_back(
                    static_cast<std::size_t>(rng.below(network.cardinality(decision))));
            strategy.policies.push_back(std::move(policy));
        }
        const Evidence none;
        const DecisionTree::Worth exact = DecisionTree(diagram, none).of(strategy);
        const StrategyValue value = evaluate(diagram, strategy, none, {}, true);
        CHECK(value.expected_utility == Approx(exact.expected().convert_to<double>()).margin(1e-9));
        CHECK(value.standard_deviation == Approx(exact.standard_deviation()).margin(1e-6));
        double mean = 0, sum = 0;
        for (const UtilityOutcome& outcome : value.outcomes) {
            mean += outcome.probability * outcome.utility;
            sum += outcome.probability;
        }
        CHECK(sum == Approx(1));
        CHECK(mean == Approx(value.expected_utility).margin(1e-9));
    }
}

TEST_CASE("evaluate: a decision with a finding is settled, whatever its policy says", "[decide]") {
    const InfluenceDiagram oil = oil_wildcatter();
    const Strategy best = decide(oil).strategy;
    const auto worth = [&](const std::string& findings) {
        return evaluate(oil, best, parse_evidence(oil.network(), findings));
    };
    // Drilling is no sign of a good result of the test, and not drilling none of a bad one.
    CHECK(worth("Drill=drill").expected_utility == Approx(10));
    CHECK(worth("Drill=not").expected_utility == Approx(-10));
    CHECK(worth("do(Drill=drill)").expected_utility == Approx(10));
    CHECK(worth("Test=not").expected_utility == Approx(20));
    CHECK(worth("Test=not, Seismic=open").status == PosteriorStatus::impossible);
}

TEST_CASE("evaluate: findings are refused as in decide", "[decide]") {
    const InfluenceDiagram diagram =
        diagram_of("A -> D{2, decision} -> U{utility} <- A; U: 1 2 3 4");
    CHECK_THROWS_WITH(evaluate(diagram, {}, Evidence{}.observe(diagram.network(), "U", 1)),
                      "'U' is a utility and cannot be observed");
    CHECK(evaluate(diagram, {}).expected_utility == Approx(2.5));
}

TEST_CASE("evaluate: a large constant does not hide the standard deviation", "[decide]") {
    const InfluenceDiagram diagram = diagram_of("A -> U{utility}; U: 1000000001 1000000003");
    const StrategyValue value = evaluate(diagram, {});
    CHECK(value.expected_utility == Approx(1000000002).epsilon(1e-15));
    CHECK(value.standard_deviation == Approx(1).epsilon(1e-6));
    const StrategyValue large = evaluate(diagram_of("A -> U{utility}; U: 1e300 -1e300"), {});
    CHECK(large.standard_deviation == Approx(1e300));
}

TEST_CASE("evaluate: names of the diagram are no obstacle", "[decide]") {
    const InfluenceDiagram diagram =
        diagram_of("'total utility' -> U{utility}; U: 1 3; \"total utility'\"{utility}");
    CHECK(evaluate(diagram, {}).expected_utility == Approx(2));
}
