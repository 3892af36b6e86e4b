#include <pgm/causal/causal_graph.hpp>

#include <pgm/core/error.hpp>
#include <pgm/graph/ancestry.hpp>
#include <pgm/graph/d_separation.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_dag.hpp>
#include <tests/support/vertices.hpp>

using namespace pgm;
using namespace pgm::tests;
using namespace pgm::tests::vertices;

namespace {

/// The latent projection as a DAG again, with a hidden parent for each bidirected edge.
Dag with_explicit_parents(const CausalGraph& graph) {
    Dag dag = graph.projected();
    for (const auto& [first, second] : graph.bidirected()) {
        const VariableId hidden = dag.add_vertex();
        dag.add_arc(hidden, first);
        dag.add_arc(hidden, second);
    }
    return dag;
}

}  // namespace

TEST_CASE("Hidden variables become edges between observed ones") {
    // a -> b -> c, d -> b, d -> c
    const Dag dag(4, std::vector<Arc>{{a, b}, {b, c}, {d, b}, {d, c}});
    const CausalGraph cause(dag, Ids{d});
    CHECK(cause.observed().size() == 3);
    CHECK(cause.is_hidden(d));
    CHECK(cause.projected() == Dag(4, std::vector<Arc>{{a, b}, {b, c}}));
    CHECK(std::ranges::equal(cause.bidirected(), std::vector<BidirectedEdge>{{b, c}}));
    const CausalGraph middle(dag, Ids{b});
    CHECK(middle.projected() == Dag(4, std::vector<Arc>{{a, c}, {d, c}}));
    CHECK(middle.bidirected().empty());
    const CausalGraph none(dag);
    CHECK(none.projected() == dag);
    CHECK(none.hidden().empty());
}

TEST_CASE("A chain of hidden variables is a path, and its top a common cause") {
    // a -> b, a -> c -> d, with a and c hidden
    const CausalGraph graph(Dag(4, std::vector<Arc>{{a, b}, {a, c}, {c, d}}), Ids{a, c, a});
    CHECK(graph.hidden().size() == 2);
    CHECK(graph.projected().arc_count() == 0);
    CHECK(std::ranges::equal(graph.bidirected(), std::vector<BidirectedEdge>{{b, d}}));
    CHECK_THROWS_AS(CausalGraph(Dag(1), Ids{b}), ArgumentError);
}

TEST_CASE("Observed variables are d-separated in the projection as in the graph") {
    Rng rng(1);
    for (int i = 0; i < 300; ++i) {
        const Dag dag = random_dag(rng, 7, 0.35);
        const CausalGraph graph(dag, random_subset(rng, 7, 0.4));
        const Dag explicit_dag = with_explicit_parents(graph);
        for (const VariableId x : graph.observed())
            for (const VariableId y : graph.observed()) {
                if (x == y) continue;
                Ids given;
                for (const VariableId z : random_subset(rng, 7, 0.4))
                    if (!graph.is_hidden(z) && z != x && z != y) given.push_back(z);
                CHECK(d_separation(dag, Ids{x}, Ids{y}, given).separated ==
                      d_separation(explicit_dag, Ids{x}, Ids{y}, given).separated);
            }
    }
}

TEST_CASE("C-components are what bidirected edges hold together, within a set") {
    // Hidden d and e: a <-> b, b <-> c.
    const CausalGraph graph(Dag(5, std::vector<Arc>{{d, a}, {d, b}, {e, b}, {e, c}}), Ids{d, e});
    CHECK(c_components(graph, graph.observed()) == std::vector<Ids>{{a, b, c}});
    CHECK(c_components(graph, Ids{c, a}) == std::vector<Ids>{{a}, {c}});
    CHECK(c_components(graph, Ids{}).empty());
}

TEST_CASE("Ancestors within a set are reached through its members alone") {
    const CausalGraph graph(Dag(4, std::vector<Arc>{{a, b}, {b, c}, {a, d}}));
    CHECK(ancestral_set(graph, Ids{c}, Ids{a, b, c, d}) == Ids{a, b, c});
    CHECK(ancestral_set(graph, Ids{c}, Ids{a, c, d}) == Ids{c});
    CHECK(without_arcs_from(graph.dag(), Ids{a}) == Dag(4, std::vector<Arc>{{b, c}}));
}
