#include <pgm/graph/dag.hpp>

#include <pgm/core/error.hpp>
#include <pgm/graph/boost_graph.hpp>

#include <tests/support/catch.hpp>

#include <boost/graph/strong_components.hpp>

using namespace pgm;

namespace {

constexpr VariableId v(std::size_t i) {
    return VariableId(i);
}

Arc arc(std::size_t parent, std::size_t child) {
    return {v(parent), v(child)};
}

using Ids = std::vector<VariableId>;

}  // namespace

TEST_CASE("A graph lists parents and children in the order in which the arcs were added") {
    Dag dag(4);
    dag.add_arc(v(2), v(3));
    dag.add_arc(v(0), v(3));
    dag.add_arc(v(0), v(1));
    CHECK(dag.parents(v(3)) == Ids{v(2), v(0)});
    CHECK(dag.children(v(0)) == Ids{v(3), v(1)});
    CHECK(dag.parents(v(0)).empty());
    CHECK(dag.arcs() == std::vector<Arc>{arc(0, 1), arc(0, 3), arc(2, 3)});
    CHECK(dag.arc_count() == 3);
    CHECK(dag.in_degree(v(3)) == 2);
    CHECK(dag.out_degree(v(0)) == 2);
}

TEST_CASE("The bulk constructor keeps the order of the arcs and takes doubles once") {
    const std::vector<Arc> arcs{arc(2, 3), arc(0, 3), arc(2, 3), arc(0, 1), arc(0, 3)};
    const Dag dag(4, arcs);
    CHECK(dag.arc_count() == 3);
    CHECK(dag.parents(v(3)) == Ids{v(2), v(0)});
    CHECK(dag.children(v(0)) == Ids{v(3), v(1)});
}

TEST_CASE("Two graphs are equal when their arcs are, whatever the order of insertion") {
    CHECK(Dag(3, std::vector{arc(0, 2), arc(1, 2)}) == Dag(3, std::vector{arc(1, 2), arc(0, 2)}));
    CHECK_FALSE(Dag(3, std::vector{arc(0, 2)}) == Dag(3, std::vector{arc(1, 2)}));
    CHECK_FALSE(Dag(3) == Dag(4));
}

TEST_CASE("A copy of a graph goes its own way, moving leaves an empty graph behind") {
    Dag dag(3, std::vector{arc(0, 2)});
    const Dag copy = dag;
    dag.add_arc(v(1), v(2));
    CHECK(copy.arc_count() == 1);
    Dag moved = std::move(dag);
    CHECK(moved.arcs() == std::vector<Arc>{arc(0, 2), arc(1, 2)});
    CHECK(dag == Dag());
    dag = std::move(moved);
    CHECK(dag.arc_count() == 2);
    CHECK(moved == Dag());
    moved = copy;
    CHECK(moved == copy);
}

TEST_CASE(
    "An arc that would close a cycle is refused with the cycle and leaves the graph as it was") {
    Dag dag(4, std::vector{arc(0, 1), arc(1, 2), arc(2, 3)});
    const Dag before = dag;
    CHECK_THROWS_WITH(
        dag.add_arc(v(3), v(0)),
        "the arcs form a directed cycle: 3 -> 0 -> 1 -> 2 -> 3 (remove or turn one of its arcs)");
    CHECK_THROWS_AS(dag.add_arc(v(2), v(1)), ModelError);
    CHECK_THROWS_WITH(dag.add_arc(v(2), v(2)),
                      "the arcs form a directed cycle: 2 -> 2 (remove or turn one of its arcs)");
    CHECK(dag == before);
}

TEST_CASE("Adding an arc again does nothing, removing one that is not there neither") {
    Dag dag(2, std::vector{arc(0, 1)});
    dag.add_arc(v(0), v(1));
    CHECK(dag.arc_count() == 1);
    dag.remove_arc(v(1), v(0));
    CHECK(dag.arc_count() == 1);
    dag.remove_arc(v(0), v(1));
    CHECK(dag.arc_count() == 0);
    dag.add_arc(v(1), v(0));
    CHECK(dag.has_arc(v(1), v(0)));
}

TEST_CASE("A vertex that does not exist is refused, not created") {
    Dag dag(2);
    CHECK_THROWS_WITH(
        dag.add_arc(v(0), v(2)),
        "vertex 2 does not exist in a graph of 2 vertices (vertices are numbered from 0)");
    CHECK_THROWS_AS(dag.parents(v(7)), ArgumentError);
    CHECK_THROWS_AS(Dag(2, std::vector{arc(5, 0)}), ArgumentError);
    CHECK(dag.size() == 2);
    CHECK(dag.add_vertex() == v(2));
    dag.add_arc(v(0), v(2));
    CHECK(dag.has_arc(v(0), v(2)));
}

TEST_CASE("The bulk constructor names the cycle") {
    const std::vector<Arc> arcs{arc(5, 0), arc(0, 1), arc(1, 2), arc(2, 0), arc(2, 3)};
    CHECK_THROWS_WITH(
        Dag(6, arcs),
        "the arcs form a directed cycle: 0 -> 1 -> 2 -> 0 (remove or turn one of its arcs)");
    CHECK_THROWS_WITH(Dag(1, std::vector{arc(0, 0)}),
                      "the arcs form a directed cycle: 0 -> 0 (remove or turn one of its arcs)");
}

TEST_CASE(
    "A cycle is found with each vertex the parent of the next and the last the parent of the "
    "first") {
    CHECK_FALSE(find_cycle(3, std::vector{arc(0, 1), arc(0, 2), arc(1, 2)}));
    CHECK(find_cycle(4, std::vector{arc(3, 1), arc(1, 3), arc(0, 1), arc(3, 2)}) ==
          Ids{v(1), v(3)});
    CHECK(find_cycle(2, std::vector{arc(1, 1)}) == Ids{v(1)});
}

TEST_CASE("A chain of 100,000 vertices neither overflows the stack nor takes long") {
    constexpr std::size_t n = 100'000;
    std::vector<Arc> arcs;
    for (std::size_t i = 0; i + 1 < n; ++i) arcs.push_back(arc(i, i + 1));
    Dag dag(n, arcs);
    CHECK(dag.arc_count() == n - 1);
    CHECK_THROWS_WITH(dag.add_arc(v(n - 1), v(0)),
                      Catch::Contains("99999 -> 0 -> 1 -> ") &&
                          Catch::Contains("(99980 more) -> 99999"));
    arcs.push_back(arc(n - 1, 0));
    REQUIRE(find_cycle(n, arcs));
    CHECK(find_cycle(n, arcs)->size() == n);
}

TEST_CASE(
    "A star of 100,000 children is built arc by arc without a search of all children each time") {
    constexpr std::size_t n = 100'000;
    Dag dag(n + 1);
    for (std::size_t i = 1; i <= n; ++i) dag.add_arc(v(0), v(i));
    CHECK(dag.out_degree(v(0)) == n);
}

TEST_CASE("Any algorithm of the Boost Graph Library runs on the underlying graph") {
    const Dag dag(3, std::vector{arc(0, 1), arc(1, 2)});
    std::vector<std::size_t> component(dag.size());
    const auto count = boost::strong_components(dag.boost_graph(), component.data());
    CHECK(count == 3);
}

TEST_CASE("Strong components: two cycles that share a vertex, one apart, and vertices on none",
          "[graph]") {
    const auto arc = [](std::size_t a, std::size_t b) { return Arc{VariableId(a), VariableId(b)}; };
    const std::vector<Arc> arcs = {arc(0, 4), arc(4, 2), arc(2, 0), arc(2, 6), arc(6, 2),
                                   arc(6, 1), arc(1, 3), arc(3, 1), arc(3, 5), arc(0, 5)};
    std::vector<std::vector<VariableId>> components = strong_components(8, arcs);
    std::ranges::sort(components);
    const auto ids = [](std::vector<std::size_t> numbers) {
        std::vector<VariableId> result;
        for (const std::size_t number : numbers) result.emplace_back(number);
        return result;
    };
    CHECK(components == std::vector{ids({0, 2, 4, 6}), ids({1, 3}), ids({5}), ids({7})});
    CHECK(strong_components(0, {}).empty());
}
