#include <pgm/core/error.hpp>
#include <pgm/decide/decide.hpp>
#include <pgm/inference/engine.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/example_diagrams.hpp>

using namespace pgm;
using namespace pgm::tests;

namespace {

/// Drill after these results of the seismic test, whether it was made or not.
Policy drill_after(const InfluenceDiagram& oil, std::vector<std::string> results) {
    const BayesianNetwork& network = oil.network();
    const VariableId seismic = network.id("Seismic");
    Policy policy{network.id("Drill"), Scope({seismic}, {4}), {}};
    for (const std::string& state : network.variable(seismic).states()) {
        const bool is_drilled = std::ranges::find(results, state) != results.end();
        policy.choice.emplace_back(is_drilled ? 0 : 1);
    }
    return policy;
}

void check_refused(const Policy& policy, const std::string& message) {
    CHECK_THROWS_WITH(check_strategy(oil_wildcatter(), {{policy}}), Catch::Contains(message));
    CHECK_THROWS_AS(with_strategy(oil_wildcatter(), {{policy}}), ArgumentError);
}

}  // namespace

TEST_CASE("Strategy: a policy is found by its decision, and values are compared", "[decide]") {
    const InfluenceDiagram oil = oil_wildcatter();
    const Strategy strategy{{drill_after(oil, {"closed"})}};
    CHECK(strategy.find(oil.network().id("Drill")) == &strategy.policies[0]);
    CHECK(strategy.find(oil.network().id("Test")) == nullptr);
    CHECK(strategy == Strategy{{drill_after(oil, {"closed"})}});
    CHECK_FALSE(strategy == Strategy{{drill_after(oil, {"open"})}});
}

TEST_CASE("check_strategy: what does not fit a diagram is refused", "[decide]") {
    const InfluenceDiagram oil = oil_wildcatter();
    const BayesianNetwork& network = oil.network();
    const VariableId test = network.id("Test"), drill = network.id("Drill"),
                     seismic = network.id("Seismic"), ground = network.id("Oil");
    const Policy fine = drill_after(oil, {"closed", "open"});
    CHECK_NOTHROW(check_strategy(oil, {{fine}}));
    CHECK_THROWS_WITH(check_strategy(oil, {{fine, fine}}),
                      "the strategy has two policies of 'Drill'");
    check_refused({ground, {}, {StateId(0)}}, "'Oil' is no decision");
    check_refused({drill, Scope({ground}, {3}), {StateId(0), StateId(0), StateId(0)}},
                  "the policy of 'Drill' depends on 'Oil', which is not known then");
    check_refused({test, Scope({seismic}, {4}), std::vector<StateId>(4)},
                  "the policy of 'Test' depends on 'Seismic', which is not known then");
    check_refused({drill, Scope({seismic}, {3}), std::vector<StateId>(3)},
                  "the policy of 'Drill' has another number of states of 'Seismic'");
    check_refused({drill, Scope({seismic}, {4}), std::vector<StateId>(3)},
                  "does not choose one alternative in each configuration");
    check_refused({drill, {}, {StateId(2)}},
                  "does not choose one alternative in each configuration");
    check_refused({drill, {}, {}}, "does not choose one alternative in each configuration");
}

TEST_CASE("with_strategy: decisions have tables that choose for certain", "[decide]") {
    const InfluenceDiagram oil = oil_wildcatter();
    const BayesianNetwork network =
        with_strategy(oil, {{drill_after(oil, {"closed", "none"})}}, "sum");
    CHECK_FALSE(decision_or_utility(network).has_value());
    REQUIRE(network.size() == oil.network().size() + 1);
    CHECK(network.variable(VariableId(network.size() - 1)).name() == "sum");
    const InferenceEngine engine(network);
    const auto probability = [&](const std::string& evidence, const std::string& variable) {
        const Evidence given = parse_evidence(network, evidence);
        return engine.marginals(given).marginal(network.id(variable))[0];
    };
    CHECK(probability("Seismic=closed", "Drill") == 1);
    CHECK(probability("Seismic=open", "Drill") == 0);
    // A decision without a policy is taken at random.
    CHECK(probability("Oil=dry", "Test") == Approx(0.5));
    // What follows from decisions tells about them, and they about what they knew.
    CHECK(probability("Test=test, Drill=drill", "Oil") == Approx(0.05 / 0.24));
    CHECK(engine.density(network.id("sum"), parse_evidence(network, "Test=test")).mean() ==
          Approx(0.24 * 77.5 - 10 + 0.24 * 10));
}

TEST_CASE("with_strategy: the best strategy of a diagram is one of its network", "[decide]") {
    const InfluenceDiagram diagram = umbrella();
    const BayesianNetwork network = with_strategy(diagram, decide(diagram).strategy);
    CHECK(network.size() == diagram.network().size());
    const InferenceEngine engine(network);
    CHECK(engine.marginals().marginal(network.id("Umbrella"))[0] == Approx(0.365));
    CHECK(engine.density(network.id("Comfort")).mean() == Approx(74.55));
    // The diagram itself is no joint distribution.
    CHECK_THROWS_WITH(InferenceEngine(diagram.network()),
                      Catch::Contains("so this is an influence diagram"));
}
