#include <pgm/inference/detail/order/order_search.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <cmath>
#include <pgm/core/random.hpp>
#include <set>

using namespace pgm;
using namespace pgm::detail;

namespace {

InteractionGraph graph_of(std::size_t size,
                          const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges,
                          std::uint32_t cardinality = 2) {
    std::vector<std::uint32_t> ends;
    for (const auto& [a, b] : edges) ends.insert(ends.end(), {a, b});
    std::vector<std::span<const std::uint32_t>> families;
    for (std::size_t i = 0; i < ends.size(); i += 2) families.emplace_back(ends.data() + i, 2);
    return InteractionGraph(std::vector(size, cardinality), families);
}

InteractionGraph random_graph(Rng& rng, std::size_t size, double density) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (std::uint32_t a = 0; a < size; ++a) {
        for (std::uint32_t b = a + 1; b < size; ++b) {
            if (rng.uniform() < density) edges.emplace_back(a, b);
        }
    }
    InteractionGraph graph = graph_of(size, edges);
    for (std::uint32_t& k : graph.cardinality) k = static_cast<std::uint32_t>(2 + rng.below(4));
    return graph;
}

/// What an order costs, by eliminating on sets: slow and plain.
double cost_of(const InteractionGraph& graph, std::span<const std::uint32_t> order) {
    std::vector<std::set<std::uint32_t>> left(graph.size());
    for (std::uint32_t v = 0; v < graph.size(); ++v)
        left[v] = {graph.neighbours(v).begin(), graph.neighbours(v).end()};
    double total = 0;
    for (const std::uint32_t v : order) {
        double cells = graph.cardinality[v];
        for (const std::uint32_t u : left[v]) cells *= graph.cardinality[u];
        total += cells;
        for (const std::uint32_t a : left[v]) {
            left[a].erase(v);
            for (const std::uint32_t b : left[v]) {
                if (a != b) left[a].insert(b);
            }
        }
    }
    return total;
}

}  // namespace

TEST_CASE("Elimination order: every variable once, at the cost it says", "[elimination_order]") {
    Rng rng(11);
    for (int i = 0; i < 200; ++i) {
        const InteractionGraph graph = random_graph(rng, 1 + rng.below(20), 0.3);
        for (const FillWeight weight :
             {FillWeight::log_product, FillWeight::product, FillWeight::plain}) {
            const EliminationOrder order = greedy_order(graph, weight);
            auto sorted = order.order;
            std::ranges::sort(sorted);
            REQUIRE(sorted.size() == graph.size());
            REQUIRE(std::ranges::adjacent_find(sorted) == sorted.end());
            CHECK_THAT(order.total_cells,
                       Catch::Matchers::WithinRel(cost_of(graph, order.order), 1e-12));
        }
    }
}

TEST_CASE("Elimination order: cells beyond the largest double still give a whole order",
          "[elimination_order]") {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (std::uint32_t a = 0; a < 40; ++a) {
        for (std::uint32_t b = a + 1; b < 40; ++b) edges.emplace_back(a, b);
    }
    const EliminationOrder order =
        find_elimination_order(graph_of(40, edges, 2'000'000'000));  // 2e9^40 = 1.1e372
    CHECK(order.order.size() == 40);
    CHECK(order.total_cells == std::numeric_limits<double>::infinity());
    CHECK(order.largest.size() == 40);
}

TEST_CASE("Elimination order: a tree needs no table larger than its edges", "[elimination_order]") {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    Rng rng(5);
    for (std::uint32_t v = 1; v < 500; ++v)
        edges.emplace_back(static_cast<std::uint32_t>(rng.below(v)), v);
    CHECK(find_elimination_order(graph_of(500, edges)).largest_cells == 4);
}

TEST_CASE("Elimination order: a cycle of four needs a table of three", "[elimination_order]") {
    CHECK(find_elimination_order(graph_of(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}})).largest_cells == 8);
}

TEST_CASE("Elimination order: later stages wait for earlier ones", "[elimination_order]") {
    InteractionGraph graph = graph_of(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}});
    graph.stage = {1, 0, 1, 0, 0};
    const EliminationOrder order = find_elimination_order(graph);
    CHECK(std::set(order.order.begin(), order.order.begin() + 3) ==
          std::set<std::uint32_t>{1, 3, 4});
}

TEST_CASE("Elimination order: a hub with 20,000 leaves goes last, at once", "[elimination_order]") {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (std::uint32_t leaf = 1; leaf <= 20'000; ++leaf) edges.emplace_back(0, leaf);
    const EliminationOrder order = find_elimination_order(graph_of(20'001, edges));
    CHECK(order.largest_cells == 4);
    CHECK(order.largest.size() == 2);
}

TEST_CASE("Elimination order: a million variables on their own, in a chain and around a hub",
          "[elimination_order]") {
    // Work that grows with the square of the number would take minutes here.
    constexpr std::uint32_t size = 1'000'000;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> chain, star;
    for (std::uint32_t v = 1; v < size; ++v) {
        chain.emplace_back(v - 1, v);
        star.emplace_back(0, v);
    }
    CHECK(greedy_order(graph_of(size, {}), FillWeight::log_product).total_cells == 2.0 * size);
    for (const auto& edges : {chain, star}) {
        const EliminationOrder order = greedy_order(graph_of(size, edges), FillWeight::log_product);
        CHECK(order.total_cells == 4.0 * (size - 1) + 2);
        CHECK(order.largest_cells == 4);
    }
}

TEST_CASE("Elimination order: the search ends at a clique that no limit admits",
          "[elimination_order]") {
    // 3^33 is 5.6e15 and below 2^53, 3^34 is above.
    for (const std::uint32_t members : {33u, 34u}) {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
        for (std::uint32_t a = 0; a < members; ++a) {
            for (std::uint32_t b = a + 1; b < members; ++b) edges.emplace_back(a, b);
        }
        InteractionGraph graph = graph_of(members + 2, edges, 3);
        graph.stage.assign(graph.size(), 0);
        graph.stage[0] = graph.stage[5] = 1;
        const EliminationOrder order = find_elimination_order(graph);
        CHECK(order.is_cut_short() == (members == 34));
        CHECK(order.chosen == (members == 34 ? 3 : 35));  // the two on their own come first
        CHECK(order.largest.size() == members);
        CHECK_THAT(order.largest_cells, Catch::Matchers::WithinRel(std::pow(3.0, members), 1e-12));
        CHECK(std::set(order.order.begin(), order.order.end()).size() == members + 2);
        CHECK(std::set(order.order.end() - 2, order.order.end()) == std::set<std::uint32_t>{0, 5});
    }
}

TEST_CASE("Elimination order: two layers that no order makes tractable end early",
          "[elimination_order]") {
    // Whoever eliminates on joins ever larger cliques of up to a thousand, for minutes.
    constexpr std::uint32_t roots = 3'000, children = 24'000;
    Rng rng(4);
    std::vector<std::vector<std::uint32_t>> members;
    for (std::uint32_t child = 0; child < children; ++child) {
        const auto a = static_cast<std::uint32_t>(rng.below(roots));
        const auto b = static_cast<std::uint32_t>((a + 1 + rng.below(roots - 1)) % roots);
        members.push_back({roots + child, a, b});
    }
    const std::vector<std::span<const std::uint32_t>> families(members.begin(), members.end());
    const std::vector<std::uint32_t> cardinalities(roots + children, 2);
    const InteractionGraph graph(cardinalities, families);
    const EliminationOrder order = find_elimination_order(graph);
    CHECK(order.is_cut_short());
    CHECK(order.order.size() == roots + children);
    CHECK(order.largest_cells > most_clique_cells);
}
