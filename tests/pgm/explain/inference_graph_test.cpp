#include <pgm/explain/inference_graph.hpp>

#include <pgm/core/error.hpp>
#include <pgm/inference/junction_tree.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/random_network.hpp>
#include <pgm/model/structure_graph.hpp>
#include <tests/support/catch.hpp>

#include <algorithm>
#include <set>

using namespace pgm;

namespace {

constexpr const char* asia =
    "asia -> tub -> either <- lung <- smoke -> bronc -> dysp <- either; either -> xray";

using NameSet = std::set<std::string>;

NameSet names(const BayesianNetwork& network, std::span<const VariableId> variables) {
    NameSet result;
    for (const VariableId variable : variables) result.insert(network.variable(variable).name());
    return result;
}

std::set<NameSet> names(const BayesianNetwork& network, std::span<const Edge> edges) {
    std::set<NameSet> result;
    for (const auto& [a, b] : edges) result.insert(names(network, std::vector{a, b}));
    return result;
}

bool contains(const std::vector<VariableId>& set, const std::vector<VariableId>& part) {
    return std::ranges::includes(set, part);
}

/// Whatever a tree of cliques has to be, by definition.
void check_tree(const BayesianNetwork& network, const InferenceGraph& graph) {
    for (std::size_t i = 0; i < graph.cliques.size(); ++i) {
        const InferenceGraph::Clique& clique = graph.cliques[i];
        CHECK(std::ranges::is_sorted(clique.variables));
        for (std::size_t j = 0; j < graph.cliques.size(); ++j)
            if (i != j) CHECK_FALSE(contains(graph.cliques[j].variables, clique.variables));
        if (!clique.neighbour) {
            CHECK(clique.collected == 0);
            continue;
        }
        REQUIRE(*clique.neighbour < i);
        const InferenceGraph::Clique& neighbour = graph.cliques[*clique.neighbour];
        std::vector<VariableId> shared;
        std::ranges::set_intersection(clique.variables, neighbour.variables,
                                      std::back_inserter(shared));
        CHECK(clique.separator == shared);
        CHECK(!shared.empty());
        CHECK(clique.collected < clique.distributed);
        if (neighbour.neighbour) {
            CHECK(clique.collected < neighbour.collected);
            CHECK(clique.distributed > neighbour.distributed);
        }
    }
    for (std::size_t v = 0; v < network.size(); ++v) {
        std::vector<VariableId> family = network.dag().parents(VariableId(v));
        family.emplace_back(v);
        std::ranges::sort(family);
        CHECK(std::ranges::any_of(graph.cliques, [&](const InferenceGraph::Clique& clique) {
            return contains(clique.variables, family);
        }));
        // The cliques with a variable hang together: one of them alone has a neighbour without it.
        const auto enters = [&](const InferenceGraph::Clique& clique) {
            return contains(clique.variables, {VariableId(v)}) &&
                   !contains(clique.separator, {VariableId(v)});
        };
        CHECK(std::ranges::count_if(graph.cliques, enters) == 1);
    }
}

}  // namespace

TEST_CASE("Inference graph: Asia marries two pairs, adds one edge and has six cliques",
          "[explain]") {
    const BayesianNetwork network = uniform_network(asia);
    const InferenceGraph graph = inference_graph(network);
    CHECK(graph.arcs.size() == 8);
    CHECK(names(network, graph.marriages) ==
          std::set<NameSet>{{"tub", "lung"}, {"either", "bronc"}});
    // Lauritzen and Spiegelhalter 1988 add the chord of lung, either, bronc and smoke.
    REQUIRE(graph.fill_ins.size() == 1);
    const std::set<NameSet> chord = names(network, graph.fill_ins);
    CHECK((chord == std::set<NameSet>{{"lung", "bronc"}} ||
           chord == std::set<NameSet>{{"either", "smoke"}}));
    CHECK(graph.order.size() == 8);
    CHECK(graph.cliques.size() == 6);
    std::size_t last = 0;
    for (const InferenceGraph::Clique& clique : graph.cliques)
        last = std::max(last, clique.distributed);
    CHECK(last == 10);
    check_tree(network, graph);
}

TEST_CASE("Inference graph: the junction tree of any network has its families and hangs together",
          "[explain]") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const BayesianNetwork network = random_network(
            {.variables = 4 + seed % 12, .max_parents = 1 + seed % 4, .cardinalities = {2, 3}},
            seed);
        INFO("seed " << seed);
        const InferenceGraph graph = inference_graph(network);
        check_tree(network, graph);
        const std::size_t roots = static_cast<std::size_t>(std::ranges::count_if(
            graph.cliques, [](const auto& clique) { return !clique.neighbour; }));
        std::size_t last = 0;
        for (const InferenceGraph::Clique& clique : graph.cliques)
            last = std::max(last, clique.distributed);
        CHECK(last == 2 * (graph.cliques.size() - roots));
    }
}

TEST_CASE("Inference graph: what is known has no edges, but still marries its parents",
          "[explain]") {
    const BayesianNetwork network = uniform_network("A -> C <- B; C -> D; E -> D");
    const auto id = [&](const char* name) { return network.id(name); };
    Evidence evidence;
    evidence.observe(id("C"), StateId(0u));
    const InferenceGraph seen = inference_graph(network, evidence);
    CHECK(names(network, seen.marriages) == std::set<NameSet>{{"A", "B"}});
    CHECK(names(network, seen.arcs) == std::set<NameSet>{{"D", "E"}});
    CHECK(seen.order.size() == 4);
    CHECK(seen.cliques.size() == 2);
    evidence.intervene(id("C"), StateId(0u));
    const InferenceGraph set = inference_graph(network, evidence);
    CHECK(set.marriages.empty());
    CHECK(set.cliques.size() == 3);
    Evidence soft;
    soft.likelihood(id("C"), std::vector<double>{0.2, 0.8});
    CHECK(inference_graph(network, soft).arcs == inference_graph(network).arcs);
}

TEST_CASE("Inference graph: the tree is over discrete variables, as if the others were observed",
          "[explain]") {
    const BayesianNetwork network =
        NetworkBuilder::parse(
            "A{a|b} -> X{real} <- B{a|b}; X -> Y{real}; A: 0.5 0.5; B: 0.5 0.5;"
            "X: normal(0, sd 1); Y: normal(0, sd 1)")
            .build();
    const InferenceGraph graph = inference_graph(network);
    CHECK(graph.arcs.size() == 3);
    CHECK(names(network, graph.marriages) == std::set<NameSet>{{"A", "B"}});
    REQUIRE(graph.cliques.size() == 1);
    CHECK(names(network, graph.cliques[0].variables) == NameSet{"A", "B"});
}

TEST_CASE("Inference graph: an empty network, findings that do not fit, and diagrams",
          "[explain]") {
    CHECK(inference_graph(BayesianNetwork()).cliques.empty());
    Evidence beyond;
    beyond.observe(VariableId(8u), StateId(0u));
    CHECK_THROWS_AS(inference_graph(uniform_network(asia), beyond), EvidenceError);
    const BayesianNetwork diagram =
        NetworkBuilder::parse("Take{take|leave, decision} -> Joy{utility}; Joy: 1 0").build();
    CHECK_THROWS_WITH(inference_graph(diagram),
                      Catch::Contains("without decisions and utilities, such as 'Take'"));
}
