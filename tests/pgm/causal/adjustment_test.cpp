#include <pgm/causal/adjustment.hpp>

#include <pgm/causal/identification.hpp>
#include <pgm/core/error.hpp>
#include <pgm/graph/ancestry.hpp>
#include <pgm/graph/d_separation.hpp>
#include <pgm/inference/engine.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/causal_graphs.hpp>
#include <tests/support/random_dag.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>

using namespace pgm;
using namespace pgm::tests;

namespace {

using Sets = std::vector<std::vector<VariableId>>;

VariableSets adjusting(const std::string& structure) {
    const CausalModel model = causal_model(structure);
    return minimal_adjustment_sets(model.graph, model.id("X"), model.id("Y"));
}

Sets sets_of(const CausalModel& model, const std::vector<std::string>& names) {
    Sets sets;
    for (const std::string& one : names) sets.push_back(model.ids(one));
    std::ranges::sort(sets);
    return sets;
}

/// Of the sets those that no other is a part of.
Sets minimal(const Sets& sets) {
    Sets found;
    for (const auto& set : sets)
        if (std::ranges::none_of(sets, [&](const auto& other) {
                return other.size() < set.size() && std::ranges::includes(set, other);
            }))
            found.push_back(set);
    std::ranges::sort(found);
    return found;
}

std::vector<VariableId> observed_without(const CausalGraph& graph, VariableId x, VariableId y) {
    std::vector<VariableId> others(graph.observed().begin(), graph.observed().end());
    std::erase_if(others, [&](VariableId v) { return v == x || v == y; });
    return others;
}

/// True if sum_z P(y | x, z) P(z) is P(y | do(x)) in these numbers.
bool adjusts_in(const InferenceEngine& engine, VariableId x, VariableId y,
                const std::vector<VariableId>& set) {
    const PartialTable value = evaluate(adjustment_formula(x, y, set), engine);
    double worst = 0;
    for (std::size_t cell = 0; cell < value.cells.size(); ++cell) {
        const std::vector<StateId> at = value.scope.states(cell);
        const StateId of_x = at[*value.scope.axis(x)], of_y = at[*value.scope.axis(y)];
        const Posterior truth = engine.marginals(std::span(&y, 1), Evidence{}.intervene(x, of_x));
        worst = std::max(worst, std::abs(truth[0][of_y.index()] - value.cells[cell].value()));
    }
    return worst < 1e-10;
}

}  // namespace

TEST_CASE("Published adjustment sets") {
    CHECK(adjusting("Z -> X -> Y <- Z").sets == Sets{{VariableId(0)}});
    CHECK(adjusting("X -> Y").sets == Sets{{}});
    CHECK(adjusting("U{2, hidden} -> X, Y; X -> Y").sets.empty());
    // M-bias (Greenland, Pearl and Robins 1999): to adjust for C opens a path.
    CHECK(adjusting("A{2, hidden} -> X, C; B{2, hidden} -> C, Y; X -> Y").sets == Sets{{}});
    // Pearl 2009, figure 3.4.
    const CausalModel model =
        causal_model("X1 -> X3 -> X; X1, X2 -> X4 -> X, Y; X2 -> X5 -> Y; X -> X6 -> Y");
    CHECK(minimal_adjustment_sets(model.graph, model.id("X"), model.id("Y")).sets ==
          sets_of(model, {"X1 X4", "X2 X4", "X3 X4", "X4 X5"}));
}

TEST_CASE("A failing adjustment set comes with its reason") {
    const CausalModel model =
        causal_model("A{2, hidden} -> X, C; B{2, hidden} -> C, Y; X -> M -> Y");
    const VariableId x = model.id("X"), y = model.id("Y");
    const AdjustmentCheck collider = check_adjustment(model.graph, x, y, model.ids("C"));
    CHECK(collider.below_cause.empty());
    CHECK(collider.open_path == std::vector{x, model.id("A"), model.id("C"), model.id("B"), y});
    const AdjustmentCheck mediator = check_adjustment(model.graph, x, y, model.ids("M"));
    CHECK(mediator.below_cause == model.ids("M"));
    CHECK(mediator.open_path.empty());
    CHECK(check_adjustment(model.graph, x, y, {}).holds());
    CHECK_THROWS_AS(check_adjustment(model.graph, x, x, {}), ArgumentError);
    CHECK_THROWS_AS(check_adjustment(model.graph, x, model.id("A"), {}), ArgumentError);
    CHECK_THROWS_AS(check_adjustment(model.graph, x, y, model.ids("A")), ArgumentError);
    CHECK_THROWS_AS(check_adjustment(model.graph, x, y, model.ids("X")), ArgumentError);
    CHECK_THROWS_AS(check_adjustment(model.graph, x, VariableId(99), {}), ArgumentError);
}

TEST_CASE("A set adjusts by its criterion if and only if it does in numbers") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const CausalModel model = random_causal_model(seed);
        const InferenceEngine engine(model.network);
        for (const VariableId x : model.graph.observed())
            for (const VariableId y : model.graph.observed()) {
                if (x == y) continue;
                INFO(seed << ": " << x.index() << " on " << y.index());
                Sets adjusting_sets;
                for (const auto& set : subsets_of(observed_without(model.graph, x, y))) {
                    const bool adjusts = is_adjustment_set(model.graph, x, y, set);
                    CHECK(adjusts == adjusts_in(engine, x, y, set));
                    if (adjusts) adjusting_sets.push_back(set);
                }
                VariableSets listed = minimal_adjustment_sets(model.graph, x, y);
                CHECK(listed.complete);
                std::ranges::sort(listed.sets);
                CHECK(listed.sets == minimal(adjusting_sets));
            }
    }
}

TEST_CASE("Sets are listed up to a number, the search then ends") {
    // Ten paths, each of which either of two variables blocks: 1024 sets.
    std::string structure = "X -> Y";
    for (int i = 0; i < 10; ++i) {
        const std::string n = std::to_string(i);
        structure += "; X <- A" + n + " <- B" + n + " -> Y";
    }
    const CausalModel model = causal_model(structure);
    const VariableId x = model.id("X"), y = model.id("Y");
    const VariableSets all = minimal_adjustment_sets(model.graph, x, y, 2000);
    CHECK(all.complete);
    CHECK(all.sets.size() == 1024);
    const VariableSets some = minimal_adjustment_sets(model.graph, x, y, 100);
    CHECK_FALSE(some.complete);
    CHECK(some.sets.size() == 100);
    CHECK(minimal_adjustment_sets(model.graph, x, y, 1024).complete);
}

TEST_CASE("Adjustment sets of forty variables take less than a second") {
    Rng rng(7);
    const auto start = std::chrono::steady_clock::now();
    std::size_t found = 0;
    for (int i = 0; i < 5; ++i) {
        const CausalGraph graph(random_dag(rng, 40, 0.12));
        const std::vector<VariableId> order = topological_order(graph.dag());
        found += minimal_adjustment_sets(graph, order[15], order[39]).sets.size();
        found += front_door_sets(graph, order[15], order[39]).sets.size();
    }
    CHECK(found > 0);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    CHECK(taken.count() < 60);  // a machine under sanitizers is slower by far
}

TEST_CASE("Instruments vary the cause alone") {
    const auto found = [](const std::string& structure) {
        const CausalModel model = causal_model(structure);
        return instruments(model.graph, model.id("X"), model.id("Y"));
    };
    const std::string confounded = "Z -> X -> Y; U{2, hidden} -> X, Y";
    CHECK(found(confounded) == std::vector{VariableId(0)});
    CHECK(found(confounded + "; Z -> Y").empty());
    CHECK(found(confounded + "; X -> W").size() == 1);
    CHECK(found("X -> Y").empty());
}

TEST_CASE("Instruments are those of the definition") {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const CausalModel model = random_causal_model(seed);
        const Dag& dag = model.graph.dag();
        for (const VariableId x : model.graph.observed()) {
            std::vector<Arc> arcs = dag.arcs();
            std::erase_if(arcs, [&](const Arc& arc) { return arc.child == x; });
            const Dag without_arcs_into(dag.size(), arcs);
            for (const VariableId y : model.graph.observed()) {
                if (std::ranges::count(descendants(dag, x), y) == 0) continue;
                std::vector<VariableId> expected;
                for (const VariableId z : observed_without(model.graph, x, y))
                    if (!d_separation(dag, std::span(&z, 1), std::span(&x, 1), {}).separated &&
                        d_separation(without_arcs_into, std::span(&z, 1), std::span(&y, 1), {})
                            .separated)
                        expected.push_back(z);
                INFO(seed << ": " << x.index() << " on " << y.index());
                CHECK(instruments(model.graph, x, y) == expected);
            }
        }
    }
}
