#include <learners/structure/detail/spanning_forest.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>

#include <tests/support/catch.hpp>

#include <limits>

using namespace pgm;
using namespace pgm::learners::detail;

namespace {

WeightedEdge edge(std::size_t a, std::size_t b, double weight) {
    return {VariableId(a), VariableId(b), weight};
}

double total(std::span<const WeightedEdge> edges) {
    double sum = 0;
    for (const WeightedEdge& e : edges) sum += e.weight;
    return sum;
}

/// True if these edges, tried as subsets, hold no cycle.
bool is_forest(std::size_t size, const std::vector<WeightedEdge>& edges) {
    std::vector<std::size_t> part(size);
    for (std::size_t v = 0; v < size; ++v) part[v] = v;
    for (const WeightedEdge& e : edges) {
        const std::size_t from = part[e.a.index()], to = part[e.b.index()];
        if (from == to) return false;
        for (std::size_t& p : part) p = p == from ? to : p;
    }
    return true;
}

}  // namespace

TEST_CASE("A maximum spanning forest leaves out the lightest edge of every cycle", "[graph]") {
    // A square 0-1-2-3 with a diagonal, and a lonely edge 4-5.
    const std::vector<WeightedEdge> edges = {edge(0, 1, 1), edge(1, 2, 5), edge(2, 3, 2),
                                             edge(3, 0, 4), edge(2, 0, 3), edge(5, 4, -7)};
    CHECK(maximum_spanning_forest(7, edges) ==
          std::vector<WeightedEdge>{edge(1, 2, 5), edge(0, 3, 4), edge(0, 2, 3), edge(4, 5, -7)});
}

TEST_CASE("Edges of equal weight are tried in order of their vertices, whatever order they come in",
          "[graph]") {
    const std::vector<WeightedEdge> expected = {edge(0, 1, 1), edge(0, 2, 1), edge(0, 3, 1)};
    CHECK(maximum_spanning_forest(
              4, std::vector<WeightedEdge>{edge(3, 2, 1), edge(3, 0, 1), edge(2, 1, 1),
                                           edge(0, 2, 1), edge(1, 0, 1)}) == expected);
    CHECK(maximum_spanning_forest(
              4, std::vector<WeightedEdge>{edge(0, 1, 1), edge(2, 0, 1), edge(1, 2, 1),
                                           edge(0, 3, 1), edge(2, 3, 1)}) == expected);
}

TEST_CASE("No spanning tree is heavier than the one found", "[graph]") {
    Rng rng(20240601);
    for (int round = 0; round < 20; ++round) {
        constexpr std::size_t size = 5;
        std::vector<WeightedEdge> edges;
        for (std::size_t a = 0; a < size; ++a) {
            for (std::size_t b = a + 1; b < size; ++b)
                edges.push_back(edge(a, b, static_cast<double>(rng.below(8)) - 3));
        }
        double best = -std::numeric_limits<double>::infinity();
        for (std::size_t subset = 0; subset < std::size_t{1} << edges.size(); ++subset) {
            std::vector<WeightedEdge> chosen;
            for (std::size_t i = 0; i < edges.size(); ++i) {
                if (subset >> i & 1) chosen.push_back(edges[i]);
            }
            if (chosen.size() == size - 1 && is_forest(size, chosen))
                best = std::max(best, total(chosen));
        }
        const std::vector<WeightedEdge> found = maximum_spanning_forest(size, edges);
        CHECK(found.size() == size - 1);
        CHECK(is_forest(size, found));
        CHECK(total(found) == best);  // small integers: the sum is exact
    }
}

TEST_CASE(
    "A rooted forest points away from the roots, which are the smallest vertices unless named",
    "[graph]") {
    const std::vector<WeightedEdge> path = {edge(0, 1, 1), edge(1, 2, 1), edge(3, 4, 1)};
    const auto arc = [](std::size_t parent, std::size_t child) {
        return Arc{VariableId(parent), VariableId(child)};
    };
    CHECK(rooted(5, path) == std::vector<Arc>{arc(0, 1), arc(1, 2), arc(3, 4)});
    CHECK(rooted(5, path, std::vector<VariableId>{VariableId(2), VariableId(4)}) ==
          std::vector<Arc>{arc(2, 1), arc(1, 0), arc(4, 3)});
    CHECK(rooted(0, {}).empty());
}

TEST_CASE("Edges that fit no graph are refused", "[graph]") {
    CHECK_THROWS_WITH(maximum_spanning_forest(2, std::vector<WeightedEdge>{edge(0, 2, 1)}),
                      "an edge between vertices 0 and 2 of a graph of 2 vertices");
    CHECK_THROWS_WITH(maximum_spanning_forest(2, std::vector<WeightedEdge>{edge(1, 1, 1)}),
                      "an edge between vertices 1 and 1 of a graph of 2 vertices");
    CHECK_THROWS_WITH(
        maximum_spanning_forest(
            2, std::vector<WeightedEdge>{edge(0, 1, std::numeric_limits<double>::quiet_NaN())}),
        "an edge whose weight is not a number");
}
