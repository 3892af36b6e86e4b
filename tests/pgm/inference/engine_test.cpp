#include <pgm/inference/engine.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <ranges>
#include <tests/support/catch.hpp>
#include <tests/support/married_network.hpp>
#include <utility>

using namespace pgm;
using Catch::Matchers::WithinAbs;

namespace {

/// Russell and Norvig's lawn: all numbers below are fractions worked out by hand.
BayesianNetwork wet_grass() {
    NetworkBuilder net = NetworkBuilder::parse(
        "Cloudy{no|yes} -> Rain{no|yes} -> Wet{no|yes} <- Sprinkler{no|yes} <- Cloudy");
    net.cpt("Cloudy").values({0.5, 0.5});
    net.cpt("Rain").row("Cloudy=no", {0.8, 0.2}).row("Cloudy=yes", {0.2, 0.8});
    net.cpt("Sprinkler").row("Cloudy=no", {0.5, 0.5}).row("Cloudy=yes", {0.9, 0.1});
    net.cpt("Wet").values({"Rain", "Sprinkler"}, {1, 0, 0.1, 0.9, 0.1, 0.9, 0.01, 0.99});
    return net.build();
}

/// n binary variables, each with all the earlier ones of a window as parents: a clique of window +
/// 1 variables after moralisation.
BayesianNetwork dense(std::size_t n, std::size_t window) {
    NetworkBuilder net;
    for (std::size_t v = 0; v < n; ++v)
        net.add_variable(Variable("X" + std::to_string(v), {"0", "1"}));
    for (std::size_t v = 0; v < n; ++v) {
        std::vector<VariableId> scope;
        // Arcs from far apart, so that no elimination order is cheap.
        for (std::size_t k = 1; k <= window; ++k)
            scope.push_back(VariableId((v * 7 + k * k * 13) % (v + 1)));
        std::ranges::sort(scope);
        scope.erase(std::unique(scope.begin(), scope.end()), scope.end());
        std::erase(scope, VariableId(v));
        scope.push_back(VariableId(v));
        const Scope axes(scope, std::vector<std::size_t>(scope.size(), 2));
        net.set_cpd(TableCpd(axes, std::vector<double>(axes.cells(), 0.5)));
    }
    return net.build();
}

/// The lawn with coins that always fall on their first side: too large for a joint table.
BayesianNetwork wet_grass_and_coins() {
    NetworkBuilder net(wet_grass());
    for (const std::string coin : {"A", "B", "C", "D", "E", "F"}) {
        net.add_variable(Variable(coin, {"0", "1"}));
        net.cpt(coin).values({1, 0});
    }
    return net.build();
}

}  // namespace

TEST_CASE("Engine: the wet lawn has its textbook answers", "[engine]") {
    const BayesianNetwork network = wet_grass();
    const InferenceEngine engine(network);
    // P(wet) = 0.6471; P(rain | wet) = 4581/6471; P(sprinkler | wet) = 2781/6471.
    const Posterior posterior = engine.marginals(Evidence().observe(network, "Wet", "yes"));
    CHECK_THAT(posterior.log_evidence(), WithinAbs(std::log(0.6471), 1e-14));
    CHECK_THAT(posterior.marginal(network.id("Rain"))[1], WithinAbs(4581.0 / 6471, 1e-15));
    CHECK_THAT(posterior.marginal(network.id("Sprinkler"))[1], WithinAbs(2781.0 / 6471, 1e-15));
    CHECK(posterior.marginal(network.id("Wet"))[1] == 1);
}

TEST_CASE("Engine: without evidence P(e) is one, exactly, and so it is under interventions",
          "[engine]") {
    const BayesianNetwork network = wet_grass();
    const InferenceEngine engine(network);
    CHECK(engine.marginals().log_evidence() == 0);
    const Posterior made_wet = engine.marginals(Evidence().intervene(network, "Wet", "yes"));
    CHECK(made_wet.log_evidence() == 0);
    // Watering the lawn by hand says nothing about rain: 0.5 * 0.2 + 0.5 * 0.8.
    CHECK_THAT(made_wet.marginal(network.id("Rain"))[1], WithinAbs(0.5, 1e-15));
}

TEST_CASE("Engine: results come in the order of the request", "[engine]") {
    const BayesianNetwork network = wet_grass();
    const InferenceEngine engine(network);
    const std::vector<VariableId> targets{network.id("Wet"), network.id("Cloudy")};
    const Posterior posterior = engine.marginals(targets);
    CHECK(std::ranges::equal(posterior.variables(), targets));
    CHECK_THAT(posterior[0][1], WithinAbs(0.6471, 1e-15));
    CHECK(posterior[1][0] == 0.5);
    CHECK_THROWS_WITH(posterior.marginal(network.id("Rain")),
                      "the posterior of variable number 1 was not asked for");
    CHECK_THROWS_AS(posterior[2], ArgumentError);
}

TEST_CASE("Engine: impossible evidence is a status, and reading it an error", "[engine]") {
    const BayesianNetwork network = wet_grass();
    const InferenceEngine engine(network);
    const Evidence evidence = Evidence()
                                  .observe(network, "Rain", "no")
                                  .observe(network, "Sprinkler", "no")
                                  .observe(network, "Wet", "yes");
    const Posterior posterior = engine.marginals(evidence);
    CHECK(posterior.impossible());
    CHECK(posterior.log_evidence() == -std::numeric_limits<double>::infinity());
    CHECK_THROWS_AS(posterior[0], ImpossibleEvidenceError);
    CHECK(engine.joint(std::vector{network.id("Cloudy")}, evidence).status ==
          PosteriorStatus::impossible);
    CHECK(engine.most_probable_explanation(evidence).status == PosteriorStatus::impossible);
}

TEST_CASE("Engine: most probable explanation and marginal MAP of the lawn", "[engine]") {
    const BayesianNetwork network = wet_grass();
    const InferenceEngine engine(network);
    // The largest of the 16 products is cloudy, rain, no sprinkler, wet: 0.5 * 0.8 * 0.9 * 0.9 =
    // 0.324.
    const Explanation best = engine.most_probable_explanation();
    CHECK(best.states == std::vector{StateId(1), StateId(1), StateId(1), StateId(0)});
    CHECK_THAT(best.log_probability, WithinAbs(std::log(0.324), 1e-14));
    CHECK(best.log_evidence == 0);
    // P(rain) = 0.5: a tie; P(sprinkler, rain) is largest at (no, yes): 0.5 * 0.5 * 0.2 + 0.5 * 0.9
    // * 0.8 = 0.41.
    const std::vector<VariableId> targets{network.id("Sprinkler"), network.id("Rain")};
    const Explanation map = engine.most_probable_assignment(targets);
    CHECK(map.states == std::vector{StateId(0), StateId(1)});
    CHECK_THAT(map.log_probability, WithinAbs(std::log(0.41), 1e-14));
}

TEST_CASE("Engine: one plan explains any evidence about a small network", "[engine]") {
    const BayesianNetwork network = wet_grass_and_coins();
    const InferenceEngine engine(network);
    const VariableId cloudy = network.id("Cloudy"), wet = network.id("Wet"),
                     sprinkler = network.id("Sprinkler");
    struct Question {
        Evidence evidence;
        std::array<StateId, 4> states;  // Cloudy, Rain, Wet, Sprinkler
        double probability;
    };
    const Question questions[] = {
        {Evidence().observe(wet, StateId(0)),
         {StateId(0), StateId(0), StateId(0), StateId(0)},
         0.5 * 0.8 * 0.5 * 1},
        {Evidence().intervene(sprinkler, StateId(1)).observe(wet, StateId(1)),
         {StateId(1), StateId(1), StateId(1), StateId(1)},
         0.5 * 0.8 * 0.99},
        {Evidence().likelihood(cloudy, std::vector<double>{1, 0.1}).observe(wet, StateId(1)),
         {StateId(0), StateId(0), StateId(1), StateId(1)},
         0.5 * 0.8 * 0.5 * 0.9},
        {Evidence().observe(sprinkler, StateId(0)),
         {StateId(1), StateId(1), StateId(1), StateId(0)},
         0.5 * 0.8 * 0.9 * 0.9},
    };
    Workspace workspace;
    bool first = true;
    for (const Question& question : questions) {
        const Explanation best = engine.most_probable_explanation(question.evidence, workspace);
        CHECK(std::ranges::equal(std::span(best.states).first(4), question.states));
        CHECK(std::ranges::count(best.states | std::views::drop(4), StateId(0)) == 6);
        CHECK_THAT(best.log_probability, WithinAbs(std::log(question.probability), 1e-14));
        CHECK((workspace.compile_seconds() > 0) == std::exchange(first, false));
    }
}

TEST_CASE("Engine: a question that makes no sense says so", "[engine]") {
    const BayesianNetwork network = wet_grass();
    const InferenceEngine engine(network);
    CHECK_THROWS_WITH(engine.marginals(std::vector{VariableId(9)}),
                      "the network has no variable number 9");
    CHECK_THROWS_WITH(
        engine.joint(std::vector{VariableId(1), VariableId(1)}),
        "variable '" + network.variable(VariableId(1)).name() + "' is asked for twice");
    CHECK_THROWS_AS(engine.marginals(Evidence().observe(VariableId(0), StateId(2))), EvidenceError);
    CHECK_THROWS_AS(engine.marginals(Evidence().observe(VariableId(17), StateId(0))),
                    EvidenceError);
}

TEST_CASE("Engine: what does not fit in memory is refused before it is allocated", "[engine]") {
    const BayesianNetwork network = dense(60, 18);
    const InferenceEngine engine(network, {.max_arena_bytes = 1 << 20});
    CHECK_THROWS_AS(engine.marginals(), TooLargeError);
    CHECK_THROWS_WITH(engine.marginals(),
                      Catch::Contains("exact inference would need about 5.45e+05 GB") &&
                          Catch::Contains("the largest clique has"));
    // A question that needs little is answered all the same.
    CHECK(engine.marginals(std::vector{VariableId(0)})[0][0] == 0.5);
}

TEST_CASE("Engine: work beyond the limit is refused before it is begun", "[engine]") {
    const BayesianNetwork network = dense(24, 10);
    const double needed = InferenceEngine(network).predicted_cost().cost.multiplications;
    const auto enough = static_cast<std::uint64_t>(needed);
    const InferenceEngine at_limit(network, {.max_multiplications = enough});
    CHECK(at_limit.marginals().variables().size() == 24);
    const InferenceEngine below(network, {.max_multiplications = enough / 2});
    CHECK_THROWS_AS(below.marginals(), TooLargeError);
    CHECK_THROWS_WITH(below.marginals(),
                      Catch::Contains(" multiplications, the limit is ") &&
                          Catch::EndsWith("raise EngineOptions::max_multiplications)"));
    // A question that needs little is answered all the same.
    CHECK(below.marginals(std::vector{VariableId(0)})[0][0] == 0.5);
}

TEST_CASE("Engine: a larger limit is advised where it would help", "[engine]") {
    const auto hint = [](const BayesianNetwork& network) {
        const InferenceEngine engine(network, {.max_arena_bytes = 1 << 20});
        try {
            engine.marginals();
        } catch (const TooLargeError& error) {
            return error.hint();
        }
        return std::string("none");
    };
    CHECK(hint(tests::married_network(20, 2)) ==
          "observe some of these variables, ask for fewer targets, or raise "
          "EngineOptions::max_arena_bytes");
    CHECK(hint(tests::married_network(60, 2)) ==
          "observe some of these variables, ask for fewer targets, or give the variables fewer "
          "states or parents");
}

TEST_CASE("Engine: what no limit admits is refused whatever the limit is", "[engine]") {
    const auto no_limit = std::numeric_limits<std::size_t>::max();
    const InferenceEngine engine(tests::married_network(60, 2), {.max_arena_bytes = no_limit});
    CHECK_THROWS_WITH(
        engine.marginals(),
        Catch::StartsWith("exact inference would need about 9.22e+09 GB or more, the limit is "
                          "34.4 GB; the largest clique has 1.15e+18 cells or more: X") &&
            Catch::EndsWith("(observe some of these variables, ask for fewer targets, or give the "
                            "variables fewer states or parents)"));
    CHECK(engine.marginals(std::vector{VariableId(0)})[0][0] == 0.5);
}

TEST_CASE("Engine: an empty network has an empty posterior", "[engine]") {
    const InferenceEngine engine{BayesianNetwork()};
    CHECK(engine.marginals().size() == 0);
    CHECK(engine.marginals().log_evidence() == 0);
    CHECK(engine.joint({}).table[0] == 1);
    CHECK(engine.most_probable_explanation().states.empty());
}

TEST_CASE("Engine: one workspace serves several engines in turn", "[engine]") {
    const InferenceEngine first(wet_grass()), second(dense(12, 3));
    Workspace workspace;
    const double before = first.marginals({}, workspace)[3][1];
    CHECK(second.marginals({}, workspace).size() == 12);
    CHECK(first.marginals({}, workspace)[3][1] == before);
}

TEST_CASE("Engine: a workspace tells what compiling cost, once", "[engine]") {
    const InferenceEngine engine(dense(12, 3));  // too large for a joint table
    Workspace workspace;
    engine.marginals({}, workspace);
    CHECK(workspace.compile_seconds() > 0);
    engine.marginals(Evidence().observe(VariableId(0), StateId(1)), workspace);
    CHECK(workspace.compile_seconds() >
          0);  // the full plan: one for no evidence is of no use to it
    engine.marginals(Evidence().observe(VariableId(3), StateId(0)), workspace);
    CHECK(workspace.compile_seconds() == 0);
    const std::vector pair{VariableId(0), VariableId(3)};
    for (const bool first_time : {true, false}) {
        engine.joint(pair, {}, workspace);
        CHECK((workspace.compile_seconds() > 0) == first_time);
        engine.most_probable_explanation({}, workspace);
        CHECK((workspace.compile_seconds() > 0) == first_time);
        engine.most_probable_assignment(pair, {}, workspace);
        CHECK((workspace.compile_seconds() > 0) == first_time);
    }
}

TEST_CASE("Engine: the way to an answer does not depend on how the question is worded",
          "[engine]") {
    const InferenceEngine engine(dense(12, 3));
    const Evidence evidence = Evidence().observe(VariableId(5), StateId(1));
    std::vector<VariableId> all;
    for (std::size_t v = 12; v-- > 0;) all.emplace_back(v);
    Workspace workspace;
    for (const Evidence& known : {Evidence(), evidence}) {
        const Posterior unnamed = engine.marginals(known);
        engine.marginals(known, workspace);
        const Posterior& listed = engine.marginals(all, known, workspace);
        CHECK(workspace.compile_seconds() == 0);
        CHECK(listed.log_evidence() == unnamed.log_evidence());
        for (const VariableId v : all)
            CHECK(std::ranges::equal(listed.marginal(v), unnamed.marginal(v)));

        const Explanation best = engine.most_probable_explanation(known, workspace);
        const Explanation& assigned = engine.most_probable_assignment(all, known, workspace);
        CHECK(workspace.compile_seconds() == 0);
        CHECK(std::ranges::equal(assigned.states, best.states | std::views::reverse));
        CHECK(assigned.log_probability == best.log_probability);

        engine.joint(std::vector{VariableId(0), VariableId(3)}, known, workspace);
        engine.joint(std::vector{VariableId(3), VariableId(0)}, known, workspace);
        CHECK(workspace.compile_seconds() == 0);
    }
}

TEST_CASE("Engine: P(e) comes with a joint distribution, out of the same run", "[engine]") {
    const InferenceEngine engine(dense(12, 3));
    const std::vector pair{VariableId(2), VariableId(7)};
    const Evidence evidence = Evidence()
                                  .observe(VariableId(5), StateId(1))
                                  .likelihood(VariableId(2), std::vector{0.25, 0.5})
                                  .observe(VariableId(11), StateId(0));
    Workspace workspace;
    const JointPosterior joint = engine.joint(pair, evidence, workspace);
    CHECK_THAT(joint.log_evidence, WithinAbs(engine.log_evidence(evidence), 1e-14));
    REQUIRE(workspace.plan_cost());
    const double of_joint = workspace.plan_cost()->multiplications;
    engine.log_evidence(evidence, workspace);
    CHECK(workspace.plan_cost()->multiplications != of_joint);
    CHECK(engine.joint(pair, {}, workspace).log_evidence == 0);
    const Evidence never = Evidence(evidence).likelihood(VariableId(2), std::vector{0.0, 0.0});
    CHECK(engine.joint(pair, never, workspace).status == PosteriorStatus::impossible);
    CHECK(engine.joint(pair, never, workspace).log_evidence ==
          -std::numeric_limits<double>::infinity());
}

TEST_CASE(
    "Engine: a workspace shows the plan of its last question, also when P(e) was all that was "
    "asked",
    "[engine]") {
    const InferenceEngine engine(dense(12, 3));  // too large for a joint table
    Workspace workspace;
    CHECK(!workspace.plan_cost());
    CHECK_THAT(engine.log_evidence(Evidence().observe(VariableId(5), StateId(1)), workspace),
               WithinAbs(std::log(0.5), 1e-14));
    REQUIRE(workspace.plan_cost());
    CHECK(workspace.plan_cost()->arena_bytes > 0);
    const InferenceEngine small(wet_grass());
    CHECK_THAT(small.log_evidence(Evidence().observe(small.network(), "Wet", "yes"), workspace),
               WithinAbs(std::log(0.6471), 1e-14));
    CHECK(!workspace.plan_cost());  // the joint table needs none
    small.marginals(Evidence().intervene(small.network(), "Wet", "yes"), workspace);
    CHECK(workspace.plan_cost());
}
