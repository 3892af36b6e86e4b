#include <pgm/causal/identification.hpp>

#include <pgm/causal/adjustment.hpp>
#include <pgm/core/error.hpp>
#include <pgm/inference/engine.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/causal_graphs.hpp>

#include <algorithm>
#include <cmath>

using namespace pgm;
using namespace pgm::tests;

namespace {

using Ids = std::vector<VariableId>;

std::string formula(const std::string& structure) {
    const CausalModel model = causal_model(structure);
    const Identification found = identify(model.graph, model.ids("X"), model.ids("Y"));
    const auto* const estimand = std::get_if<Estimand>(&found);
    return estimand != nullptr ? format(*estimand, model.network.variables()) : "none";
}

/// The greatest difference between a formula and do() in the whole model; infinite where the
/// formula is undefined. What is free beside cause and effect must not matter.
double distance(const Estimand& estimand, const InferenceEngine& engine, VariableId x,
                VariableId y) {
    const PartialTable value = evaluate(estimand, engine);
    double worst = 0;
    for (std::size_t cell = 0; cell < value.cells.size(); ++cell) {
        const Ids free(value.scope.variables().begin(), value.scope.variables().end());
        const std::vector<StateId> states = value.scope.states(cell);
        Evidence given;
        StateId outcome;
        for (std::size_t i = 0; i < free.size(); ++i) {
            if (free[i] == x) given.intervene(x, states[i]);
            if (free[i] == y) outcome = states[i];
        }
        // Where the cause is not free it has no effect.
        const Posterior truth = engine.marginals(std::span(&y, 1), given);
        worst = std::max(worst, value.cells[cell]
                                    ? std::abs(truth[0][outcome.index()] - *value.cells[cell])
                                    : infinity);
    }
    return worst;
}

/// The definition of a hedge, in the latent projection.
void check_hedge(const CausalGraph& graph, VariableId x, VariableId y, const Hedge& hedge) {
    const auto within = [](const Ids& part, const Ids& whole) {
        return std::ranges::includes(whole, part);
    };
    CHECK(c_components(graph, hedge.larger).size() == 1);
    CHECK(c_components(graph, hedge.smaller).size() == 1);
    CHECK(within(hedge.smaller, hedge.larger));
    CHECK(std::ranges::count(hedge.larger, x) == 1);
    CHECK(std::ranges::count(hedge.smaller, x) == 0);
    CHECK(ancestral_set(graph, hedge.smaller, hedge.larger) == hedge.larger);
    Ids others(graph.observed().begin(), graph.observed().end());
    std::erase(others, x);
    CHECK(within(hedge.smaller, ancestral_set(graph, Ids{y}, others)));
}

}  // namespace

TEST_CASE("Published formulas") {
    CHECK(formula("Z -> X -> Y <- Z") == "sum_Z P(Y | X, Z) P(Z)");
    CHECK(formula("X -> Y") == "P(Y | X)");
    CHECK(formula("Y -> X") == "P(Y)");
    CHECK(formula("U{2, hidden} -> X, Y; X -> Z -> Y") ==
          "sum_Z P(Z | X) sum_X' P(Y | X', Z) P(X')");
    CHECK(formula("U{2, hidden} -> X, Y; X -> Y") == "none");
    // The napkin (Pearl and Mackenzie 2018, figure 7.5).
    CHECK(formula("U{2, hidden} -> W, X; V{2, hidden} -> W, Y; W -> Z -> X -> Y") ==
          "(sum_W P(X, Y | W, Z) P(W)) / (sum_W P(X | W, Z) P(W))");
}

TEST_CASE("A bow has no formula, and a hedge for a reason") {
    const CausalModel model = causal_model("U{2, hidden} -> X, Y; X -> Y");
    const Identification found = identify(model.graph, model.ids("X"), model.ids("Y"));
    REQUIRE(std::holds_alternative<Hedge>(found));
    CHECK(std::get<Hedge>(found) == Hedge{model.ids("X Y"), model.ids("Y")});
}

TEST_CASE("Several causes and effects") {
    const CausalModel model = causal_model("Z -> X1, Y1; X1 -> X2 -> Y1, Y2");
    const Identification found = identify(model.graph, model.ids("X1 X2"), model.ids("Y1 Y2"));
    CHECK(format(std::get<Estimand>(found), model.network.variables()) ==
          "P(Y2 | X2) sum_Z P(Y1 | X2, Z) P(Z)");
    CHECK_THROWS_AS(identify(model.graph, model.ids("Z"), model.ids("Z Y1")), ArgumentError);
    CHECK_THROWS_AS(identify(model.graph, model.ids("Z"), {}), ArgumentError);
    CHECK_THROWS_AS(identify(model.graph, Ids{VariableId(50)}, model.ids("Y1")), ArgumentError);
}

TEST_CASE("A formula is do() in every model, and where there is none there is a hedge") {
    std::size_t formulas = 0, beyond_adjustment = 0, hedges = 0;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        const CausalModel model = random_causal_model(seed);
        const InferenceEngine engine(model.network);
        for (const VariableId x : model.graph.observed())
            for (const VariableId y : model.graph.observed()) {
                if (x == y) continue;
                INFO(seed << ": " << x.index() << " on " << y.index());
                const Identification found = identify(model.graph, Ids{x}, Ids{y});
                const VariableSets sets = minimal_adjustment_sets(model.graph, x, y),
                                   doors = front_door_sets(model.graph, x, y);
                if (const auto* const hedge = std::get_if<Hedge>(&found)) {
                    ++hedges;
                    check_hedge(model.graph, x, y, *hedge);
                    CHECK(sets.sets.empty());
                    CHECK(doors.sets.empty());
                    continue;
                }
                ++formulas;
                const auto& estimand = std::get<Estimand>(found);
                INFO(format(estimand, model.network.variables()));
                CHECK(distance(estimand, engine, x, y) < 1e-9);
                for (const Ids& door : doors.sets)
                    CHECK(distance(front_door_formula(x, y, door), engine, x, y) < 1e-9);
                for (const VariableId variable : all_variables(estimand))
                    CHECK_FALSE(model.graph.is_hidden(variable));
                if (sets.sets.empty() && doors.sets.empty()) ++beyond_adjustment;
            }
    }
    CHECK(formulas > 1000);
    CHECK(hedges > 100);
    CHECK(beyond_adjustment > 10);
}
