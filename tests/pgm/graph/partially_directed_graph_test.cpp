#include <pgm/graph/partially_directed_graph.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/all_dags.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_dag.hpp>
#include <tests/support/vertices.hpp>

#include <map>

using namespace pgm;
using namespace pgm::tests::vertices;
using pgm::tests::all_dags;

namespace {

/// The skeleton of a DAG with the arcs of its v-structures.
PartiallyDirectedGraph v_structures_of(const Dag& dag) {
    PartiallyDirectedGraph graph(dag.size());
    for (const Arc& arc : dag.arcs()) graph.set_edge(arc.parent, arc.child);
    for (const Arc& one : dag.arcs())
        for (const Arc& two : dag.arcs())
            if (one.child == two.child && one.parent != two.parent &&
                !graph.adjacent(one.parent, two.parent))
                graph.set_arc(one.parent, one.child);
    return graph;
}

/// What all of these graphs, which have one skeleton, have in common.
PartiallyDirectedGraph common_part(const std::vector<const Dag*>& members) {
    PartiallyDirectedGraph graph(members.front()->size());
    for (const Arc& arc : members.front()->arcs()) {
        const bool agreed = std::all_of(members.begin(), members.end(), [&](const Dag* dag) {
            return dag->has_arc(arc.parent, arc.child);
        });
        if (agreed) {
            graph.set_arc(arc.parent, arc.child);
        } else {
            graph.set_edge(arc.parent, arc.child);
        }
    }
    return graph;
}

std::map<std::vector<Arc>, std::vector<const Dag*>> classes_of(const std::vector<Dag>& dags) {
    std::map<std::vector<Arc>, std::vector<const Dag*>> classes;
    for (const Dag& dag : dags) {
        const Cpdag pattern = cpdag(dag);
        std::vector<Arc> key = pattern.compelled;
        for (const Edge& edge : pattern.reversible) {
            key.push_back({edge.a, edge.b});
            key.push_back({edge.b, edge.a});
        }
        classes[key].push_back(&dag);
    }
    return classes;
}

/// Every graph over three vertices whose pairs are joined in one of the four ways.
std::vector<PartiallyDirectedGraph> all_graphs(std::size_t n) {
    std::vector<PartiallyDirectedGraph> graphs;
    std::size_t choices = 1;
    for (std::size_t pair = 0; pair < n * (n - 1) / 2; ++pair) choices *= 4;
    for (std::size_t choice = 0; choice < choices; ++choice) {
        PartiallyDirectedGraph graph(n);
        std::size_t rest = choice;
        for (std::size_t v = 1; v < n; ++v)
            for (std::size_t u = 0; u < v; ++u, rest /= 4) {
                if (rest % 4 == 1) graph.set_arc(VariableId(u), VariableId(v));
                if (rest % 4 == 2) graph.set_arc(VariableId(v), VariableId(u));
                if (rest % 4 == 3) graph.set_edge(VariableId(u), VariableId(v));
            }
        graphs.push_back(std::move(graph));
    }
    return graphs;
}

/// By definition: the same skeleton, all its arcs, and no other v-structures.
bool extends(const Dag& dag, const PartiallyDirectedGraph& graph) {
    if (dag.arc_count() != graph.arcs().size() + graph.edges().size()) return false;
    for (const Arc& arc : graph.arcs())
        if (!dag.has_arc(arc.parent, arc.child)) return false;
    for (const Edge& edge : graph.edges())
        if (!dag.has_arc(edge.a, edge.b) && !dag.has_arc(edge.b, edge.a)) return false;
    for (const Arc& one : dag.arcs())
        for (const Arc& two : dag.arcs())
            if (one.child == two.child && one.parent != two.parent &&
                !graph.adjacent(one.parent, two.parent) &&
                !(graph.has_arc(one.parent, one.child) && graph.has_arc(two.parent, two.child)))
                return false;
    return true;
}

}  // namespace

TEST_CASE("Meek's rules make the CPDAG of every DAG of up to five vertices of its v-structures") {
    for (std::size_t n = 2; n <= 5; ++n) {
        std::size_t wrong = 0;
        for (const Dag& dag : all_dags(n)) {
            PartiallyDirectedGraph graph = v_structures_of(dag);
            apply_meek_rules(graph);
            wrong += graph != PartiallyDirectedGraph(cpdag(dag));
        }
        CHECK(wrong == 0);
    }
}

TEST_CASE("With one arc known besides, Meek's rules find all that it implies") {
    const std::vector<Dag> dags = all_dags(4);
    std::size_t wrong = 0, cases = 0;
    for (const auto& [key, members] : classes_of(dags)) {
        const Cpdag pattern = cpdag(*members.front());
        for (const Edge& edge : pattern.reversible) {
            PartiallyDirectedGraph graph(pattern);
            graph.set_arc(edge.a, edge.b);
            std::vector<const Dag*> agreeing;
            for (const Dag* member : members)
                if (member->has_arc(edge.a, edge.b)) agreeing.push_back(member);
            apply_meek_rules(graph);
            wrong += graph != common_part(agreeing);
            ++cases;
        }
    }
    CHECK(wrong == 0);
    CHECK(cases > 100);
}

TEST_CASE("Meek's fourth rule directs an edge that the first three leave open") {
    // d -> c -> b with a joined to all three: b -> a would need d -> a, then a new v-structure.
    PartiallyDirectedGraph graph(4);
    graph.set_edge(a, b);
    graph.set_edge(a, c);
    graph.set_edge(a, d);
    graph.set_arc(d, c);
    graph.set_arc(c, b);
    apply_meek_rules(graph);
    CHECK(graph.has_arc(a, b));
    CHECK(graph.has_edge(a, c));
    CHECK(graph.has_edge(a, d));
}

TEST_CASE("An edge that must point both ways stays as it is") {
    // c -> a - b <- d with c, b and a, d not adjacent: either direction is a new v-structure.
    PartiallyDirectedGraph graph(4);
    graph.set_arc(c, a);
    graph.set_edge(a, b);
    graph.set_arc(d, b);
    apply_meek_rules(graph);
    CHECK(graph.has_edge(a, b));
    CHECK_FALSE(consistent_extension(graph));
    CHECK_FALSE(cpdag(graph));
}

TEST_CASE("A graph of up to four vertices is extended exactly when some DAG extends it") {
    for (std::size_t n = 2; n <= 4; ++n) {
        const std::vector<Dag> dags = all_dags(n);
        std::size_t wrong = 0;
        for (const PartiallyDirectedGraph& graph : all_graphs(n)) {
            const std::optional<Dag> found = consistent_extension(graph);
            const bool possible = std::any_of(dags.begin(), dags.end(),
                                              [&](const Dag& dag) { return extends(dag, graph); });
            wrong += found.has_value() != possible || (found && !extends(*found, graph));
        }
        CHECK(wrong == 0);
    }
}

TEST_CASE("A CPDAG is extended to a member of its class") {
    Rng rng(5);
    for (int trial = 0; trial < 200; ++trial) {
        const Dag dag = tests::random_dag(rng, 12, 0.3);
        CHECK(cpdag(PartiallyDirectedGraph(cpdag(dag))) == cpdag(dag));
    }
}

TEST_CASE("The lists of a graph ascend, and joining again replaces what was there") {
    PartiallyDirectedGraph graph(4);
    graph.set_arc(c, a);
    graph.set_edge(a, d);
    graph.set_arc(a, b);
    CHECK(graph.parents(a) == Ids{c});
    CHECK(graph.children(a) == Ids{b});
    CHECK(graph.neighbours(a) == Ids{d});
    CHECK(graph.adjacent(a) == Ids{b, c, d});
    graph.set_arc(d, a);
    CHECK(graph.arcs() == std::vector<Arc>{{a, b}, {c, a}, {d, a}});
    CHECK(graph.edges().empty());
    graph.remove(a, c);
    CHECK_FALSE(graph.adjacent(c, a));
    CHECK(graph.has_arc(d, a));
    CHECK_FALSE(graph.has_arc(a, d));
}

TEST_CASE("Vertices that a graph does not have are refused") {
    PartiallyDirectedGraph graph(2);
    CHECK_THROWS_WITH(graph.set_arc(a, c), "vertex 2 of a graph of 2");
    CHECK_THROWS_WITH(graph.set_edge(b, b), "vertex 1 joined with itself (graphs have no loops)");
    CHECK_THROWS_AS(graph.neighbours(d), ArgumentError);
}

TEST_CASE("A path of 20,000 edges below an arc is directed and extended") {
    constexpr std::size_t n = 20'000;
    PartiallyDirectedGraph graph(n);
    for (std::size_t i = 1; i + 1 < n; ++i) graph.set_edge(VariableId(i), VariableId(i + 1));
    graph.set_arc(VariableId(0), VariableId(1));
    apply_meek_rules(graph);
    CHECK(graph.edges().empty());
    CHECK(consistent_extension(graph)->has_arc(VariableId(n - 2), VariableId(n - 1)));
}

TEST_CASE("The CPDAG of a DAG with known arcs is what all members of its class with them share") {
    const std::vector<Dag> dags = all_dags(4);
    for (std::size_t i = 0; i < dags.size(); i += 7) {
        const Dag& dag = dags[i];
        const std::vector<Arc> arcs = dag.arcs();
        for (unsigned chosen = 0; chosen < 1u << arcs.size(); ++chosen) {
            std::vector<Arc> known;
            for (std::size_t a = 0; a < arcs.size(); ++a)
                if (chosen >> a & 1u) known.push_back(arcs[a]);
            std::vector<const Dag*> members;
            for (const Dag& other : dags)
                if (markov_equivalent(dag, other) &&
                    std::ranges::all_of(known, [&](const Arc& arc) {
                        return other.has_arc(arc.parent, arc.child);
                    }))
                    members.push_back(&other);
            const PartiallyDirectedGraph shared = common_part(members);
            const Cpdag found = cpdag(dag, known);
            CHECK(found.compelled == shared.arcs());
            CHECK(found.reversible == shared.edges());
        }
    }
}
