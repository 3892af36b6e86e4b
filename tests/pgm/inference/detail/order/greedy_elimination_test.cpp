#include <pgm/inference/detail/order/greedy_elimination.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <pgm/core/numbers.hpp>
#include <pgm/core/random.hpp>
#include <pgm/inference/detail/order/neighbour_bits.hpp>
#include <pgm/inference/detail/order/neighbour_lists.hpp>

using namespace pgm;
using namespace pgm::detail;

namespace {

/// Every pair of variables is a family with probability `density`.
InteractionGraph graph_of_random_pairs(Rng& rng, std::size_t size, double density) {
    std::vector<std::uint32_t> ends, cardinalities;
    for (std::uint32_t a = 0; a < size; ++a) {
        cardinalities.push_back(static_cast<std::uint32_t>(2 + rng.below(5)));
        for (std::uint32_t b = a + 1; b < size; ++b) {
            if (rng.uniform() < density) ends.insert(ends.end(), {a, b});
        }
    }
    std::vector<std::span<const std::uint32_t>> pairs;
    for (std::size_t i = 0; i < ends.size(); i += 2) pairs.emplace_back(ends.data() + i, 2);
    InteractionGraph graph(std::move(cardinalities), pairs);
    if (rng.below(4) == 0) {
        graph.stage.assign(size, 0);
        for (std::uint8_t& stage : graph.stage) stage = static_cast<std::uint8_t>(rng.below(2));
    }
    return graph;
}

/// The same search with nothing kept up to date: at each step, the missing edges of every variable
/// are counted again.
std::vector<std::uint32_t> plain_greedy(const InteractionGraph& graph) {
    const std::size_t n = graph.size();
    std::vector<std::vector<char>> meet(n, std::vector<char>(n, 0));
    for (std::uint32_t v = 0; v < n; ++v) {
        for (const std::uint32_t u : graph.neighbours(v)) meet[v][u] = 1;
    }
    std::vector<char> gone(n, 0);
    std::vector<std::uint32_t> order;
    while (order.size() < n) {
        std::uint32_t best = 0;
        std::pair<int, std::size_t> least{1 << 30, 0};
        for (std::uint32_t v = 0; v < n; ++v) {
            if (gone[v]) continue;
            std::pair<int, std::size_t> cost{0, 0};
            for (std::uint32_t a = 0; a < n; ++a) {
                if (!meet[v][a] || gone[a]) continue;
                ++cost.second;
                for (std::uint32_t b = 0; b < a; ++b)
                    cost.first += meet[v][b] && !gone[b] && !meet[a][b];
            }
            if (cost < least) least = cost, best = v;
        }
        gone[best] = 1;
        order.push_back(best);
        for (std::uint32_t a = 0; a < n; ++a) {
            for (std::uint32_t b = 0; b < n; ++b)
                meet[a][b] |= a != b && meet[best][a] && meet[best][b] && !gone[a] && !gone[b];
        }
    }
    return order;
}

}  // namespace

TEST_CASE(
    "Greedy elimination: on binary variables, the order that counting again at every step gives",
    "[greedy_elimination]") {
    Rng rng(21);
    for (int i = 0; i < 100; ++i) {
        InteractionGraph graph = graph_of_random_pairs(rng, 1 + rng.below(40), 0.15);
        graph.stage.clear();
        std::ranges::fill(graph.cardinality, 2);
        EliminationOrder order;
        GreedyElimination<NeighbourBits>(graph).run({.weight = FillWeight::plain}, infinity, order);
        CHECK(std::ranges::equal(order.order, plain_greedy(graph)));
    }
}

TEST_CASE("Greedy elimination: lists and bits give the same orders, run after run",
          "[greedy_elimination]") {
    Rng rng(12);
    for (int i = 0; i < 60; ++i) {
        const InteractionGraph graph = graph_of_random_pairs(rng, 1 + rng.below(150), 0.05);
        GreedyElimination<NeighbourBits> bits(graph);
        GreedyElimination<NeighbourLists> lists(graph);
        EliminationOrder first, second;
        for (const std::uint64_t seed : {0u, 1u, 2u, 1u, 0u}) {
            bits.run({.weight = FillWeight::product, .seed = seed}, infinity, first);
            lists.run({.weight = FillWeight::product, .seed = seed}, infinity, second);
            REQUIRE(first.order == second.order);
            REQUIRE(first.total_cells == second.total_cells);
            REQUIRE(first.largest == second.largest);
        }
    }
}
