#include <pgm/causal/effect.hpp>

#include <pgm/core/error.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/causal_graphs.hpp>
#include <tests/support/reference_data.hpp>

#include <algorithm>
#include <array>
#include <cmath>

using namespace pgm;
using namespace pgm::tests;
using json = nlohmann::json;

namespace {

void check_distribution(const BayesianNetwork& network, const EffectQuestion& question,
                        const PartialTable& rows, const json& expected) {
    const Variable &cause = network.variable(question.cause),
                   &effect = network.variable(question.effect);
    for (const auto& [state, probability] : expected.items())
        CHECK(rows.at(std::array{cause.state_id(state), effect.state_id("yes")}).value() ==
              Approx(probability.get<double>()).margin(1e-9));
}

void check_reference(const std::string& name) {
    INFO(name);
    const auto reference = reference_json("next/causal/" + name + ".json");
    if (!reference) {
        WARN("SKIPPED: " << name);
        return;
    }
    const BayesianNetwork network = reference_network("next/causal/" + name + ".bif");
    const auto ids = [&](const json& names) {
        std::vector<VariableId> found;
        for (const json& one : names) found.push_back(network.id(one.get<std::string>()));
        std::ranges::sort(found);
        return found;
    };
    const EffectQuestion question{network.id(reference->at("cause").get<std::string>()),
                                  network.id(reference->at("effect").get<std::string>())};
    const CausalGraph graph(network.dag(), ids(reference->at("hidden")));
    const EffectAnalysis analysis = analyse_effect(graph, question);
    CHECK((analysis.estimand() != nullptr) ==
          reference->at("identifiable_from_the_observed").get<bool>());
    std::vector<std::vector<VariableId>> sets;
    for (const json& set : reference->at("minimal_adjustment_sets")) sets.push_back(ids(set));
    CHECK(analysis.minimal_adjustment_sets.sets == sets);

    const InferenceEngine engine(network);
    const json& doing = reference->at("P(effect=yes | do(cause))");
    check_distribution(network, question, conditional_distribution(question, engine),
                       reference->at("P(effect=yes | cause)"));
    if (analysis.estimand() != nullptr)
        check_distribution(network, question, interventional_distribution(analysis, engine), doing);
    const EffectBounds bounds = natural_bounds(question, engine);
    for (const auto& [state, probability] : doing.items()) {
        const auto at = std::array{network.variable(question.cause).state_id(state),
                                   network.variable(question.effect).state_id("yes")};
        CHECK(bounds.lowest.at(at) <= probability.get<double>());
        CHECK(bounds.highest.at(at) >= probability.get<double>());
    }
}

}  // namespace

TEST_CASE("Effects of the reference data") {
    for (const char* name : {"simpson", "m_bias", "tar", "bow"}) check_reference(name);
}

TEST_CASE("The method is the simplest that holds") {
    const auto method = [](const std::string& structure) {
        const CausalModel model = causal_model(structure);
        return analyse_effect(model.graph, {model.id("X"), model.id("Y")}).method;
    };
    CHECK(method("Z -> X -> Y <- Z") == EffectMethod::back_door);
    CHECK(method("U{2, hidden} -> X, Y; X -> Z -> Y") == EffectMethod::front_door);
    CHECK(method("U{2, hidden} -> W, X; V{2, hidden} -> W, Y; W -> Z -> X -> Y") ==
          EffectMethod::identification);
    CHECK(method("U{2, hidden} -> X, Y; X -> Y") == EffectMethod::none);
    CHECK(method("U{2, hidden} -> X, Y; Y -> X") == EffectMethod::back_door);
    CHECK(std::string(word_of(EffectMethod::front_door)) == "front-door");
}

TEST_CASE("What does not descend from the cause keeps its distribution") {
    const CausalModel model = causal_model("U{2, hidden} -> X, Y; Y -> X");
    const EffectAnalysis analysis = analyse_effect(model.graph, {model.id("X"), model.id("Y")});
    CHECK_FALSE(analysis.has_causal_path);
    CHECK(format(*analysis.estimand(), model.network.variables()) == "P(Y)");
    CHECK(analysis.minimal_adjustment_sets.sets == std::vector<std::vector<VariableId>>{{}});
    CHECK(interventional_distribution(analysis, InferenceEngine(model.network)).cells[0] == 0.5);
}

TEST_CASE("A set of one's own is adjusted for if it adjusts") {
    const CausalModel model = causal_model("Z -> X -> Y <- Z; W -> Y");
    const VariableId x = model.id("X"), y = model.id("Y");
    const EffectAnalysis chosen = analyse_effect(model.graph, {x, y, model.ids("Z W")});
    CHECK(chosen.adjusted_for == model.ids("Z W"));
    CHECK(format(*chosen.estimand(), model.network.variables()) ==
          "sum_{Z, W} P(Y | X, Z, W) P(Z, W)");
    CHECK_THROWS_AS(analyse_effect(model.graph, {x, y, model.ids("W")}), ArgumentError);
    CHECK_THROWS_AS(analyse_effect(model.graph, {x, x}), ArgumentError);
}

TEST_CASE("A formula with a quotient holds for any state of what is free in it") {
    std::size_t found = 0;
    for (std::uint64_t seed = 1; seed < 600; seed += 2) {
        const CausalModel model = random_causal_model(seed);
        const InferenceEngine engine(model.network);
        for (const VariableId x : model.graph.observed())
            for (const VariableId y : model.graph.observed()) {
                if (x == y) continue;
                const EffectAnalysis analysis = analyse_effect(model.graph, {x, y});
                if (analysis.estimand() == nullptr) continue;
                const PartialTable rows = interventional_distribution(analysis, engine);
                found += analysis.method == EffectMethod::identification ? 1 : 0;
                const std::size_t states = rows.scope.cardinalities()[1];
                INFO(seed << ": " << x.index() << " on " << y.index());
                for (std::size_t cell = 0; cell < rows.cells.size(); ++cell) {
                    const Posterior truth = engine.marginals(
                        std::span(&y, 1), Evidence{}.intervene(x, StateId(cell / states)));
                    CHECK(rows.cells[cell].value() == Approx(truth[0][cell % states]).margin(1e-9));
                }
            }
    }
    CHECK(found > 5);
}

TEST_CASE("A continuous cause or effect is refused") {
    const auto network =
        NetworkBuilder::parse(
            "X{no|yes} -> Y{no|yes}; X -> age{real}; X: 0.5 0.5; Y | X=no: 0.9 0.1;"
            "Y | X=yes: 0.4 0.6; age | X=no: normal(3, sd 1); age | X=yes: normal(4, sd 1)")
            .build();
    const InferenceEngine engine(network);
    const VariableId x = network.id("X"), y = network.id("Y"), age = network.id("age");
    const CausalGraph graph(network.dag());
    CHECK_THROWS_AS(interventional_distribution(analyse_effect(graph, {x, age}), engine),
                    ArgumentError);
    CHECK_THROWS_AS(natural_bounds({age, y}, engine), ArgumentError);
    const EffectAnalysis analysis = analyse_effect(graph, {x, y});
    CHECK(interventional_distribution(analysis, engine).cells[3].value() == Approx(0.6));
}

TEST_CASE("Differences, ratios and odds ratios compare two states of the cause") {
    const VariableId x(0), y(1);
    const PartialTable rows{Scope({x, y}, {2, 2}), {0.8, 0.2, 0.5, 0.5}};
    const StateId no(0), yes(1);
    CHECK(risk_difference(rows, yes, no, yes).value() == Approx(0.3));
    CHECK(risk_ratio(rows, yes, no, yes).value() == Approx(2.5));
    CHECK(odds_ratio(rows, yes, no, yes).value() == Approx(4));
    const PartialTable certain{Scope({x, y}, {2, 2}), {1.0, 0.0, 0.5, 0.5}};
    CHECK(std::isinf(risk_ratio(certain, yes, no, yes).value()));
    CHECK_FALSE(risk_ratio(certain, yes, no, no));  // 0 / 0
    CHECK_FALSE(odds_ratio(certain, no, no, no));
    const PartialTable half{Scope({x, y}, {2, 2}), {0.8, 0.2, std::nullopt, std::nullopt}};
    CHECK_FALSE(half.is_whole());
    CHECK_FALSE(risk_difference(half, yes, no, yes));
    CHECK_FALSE(risk_ratio(half, yes, no, yes));
    CHECK_FALSE(odds_ratio(half, yes, yes, no));
}
