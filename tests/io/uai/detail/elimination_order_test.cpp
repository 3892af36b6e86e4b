#include <io/uai/detail/factor_graph.hpp>
#include <pgm/core/error.hpp>

#include <catch2/catch.hpp>

using namespace pgm;
using namespace pgm::io::detail;

namespace {

/// A graph of variables with these numbers of states and a factor of ones for each scope.
FactorGraph graph_of(std::vector<std::size_t> cardinalities,
                     const std::vector<std::vector<std::size_t>>& scopes) {
    FactorGraph graph{std::move(cardinalities), {}};
    for (const std::vector<std::size_t>& scope : scopes) {
        std::vector<VariableId> variables(scope.begin(), scope.end());
        std::vector<std::size_t> states;
        for (const std::size_t v : scope) states.push_back(graph.cardinalities[v]);
        graph.factors.emplace_back(Scope(variables, states));
    }
    return graph;
}

std::vector<std::size_t> order_of(const FactorGraph& graph) {
    std::vector<std::size_t> order;
    for (const VariableId id : elimination_order(graph, {})) order.push_back(id.index());
    return order;
}

}  // namespace

TEST_CASE("Elimination order: leaves of a tree come before its inner variables") {
    // 0 - 1 - 2 - 3: both ends add no edge; the inner ones would join their neighbours.
    CHECK(order_of(graph_of({2, 2, 2, 2}, {{0, 1}, {1, 2}, {2, 3}})) ==
          std::vector<std::size_t>{0, 1, 2, 3});
    // A star around 0: the leaves, by their numbers of states, until the centre is a leaf.
    CHECK(order_of(graph_of({2, 5, 3, 2}, {{0, 1}, {0, 2}, {0, 3}})) ==
          std::vector<std::size_t>{3, 2, 0, 1});
}

TEST_CASE("Elimination order: of several fills the one with the fewest cells is first") {
    // The cycle 0 - 1 - 2 - 3: eliminating 0 or 2 joins 1 and 3 (6 cells), 1 or 3 joins 0 and 2
    // (25 cells).
    const std::vector<std::size_t> order =
        order_of(graph_of({5, 2, 5, 3}, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}));
    CHECK(order.front() == 0);
}

TEST_CASE("Elimination order: every variable is there once, those without factors too") {
    std::vector<std::size_t> order = order_of(graph_of({2, 3, 1}, {{0}}));
    std::sort(order.begin(), order.end());
    CHECK(order == std::vector<std::size_t>{0, 1, 2});
    CHECK(order_of(graph_of({}, {})).empty());
}

TEST_CASE("Elimination order: a hub with twenty thousand neighbours is a matter of moments") {
    std::vector<std::vector<std::size_t>> scopes;
    constexpr std::size_t leaves = 20'000;
    for (std::size_t leaf = 1; leaf <= leaves; ++leaf) scopes.push_back({0, leaf});
    for (std::size_t leaf = 1; leaf < leaves; ++leaf) scopes.push_back({leaf, leaf + 1});
    CHECK(order_of(graph_of(std::vector<std::size_t>(leaves + 1, 2), scopes)).size() == leaves + 1);
}

TEST_CASE("Elimination order: the cells of a product and of all products are limited") {
    const FactorGraph triangle = graph_of({4, 4, 4}, {{0, 1}, {1, 2}, {2, 0}});
    // The products have 64, 16 and 4 cells, the factors 48.
    CHECK_NOTHROW(elimination_order(triangle, {.max_table_cells = 64, .max_filled_cells = 36}));
    CHECK_THROWS_AS(elimination_order(triangle, {.max_table_cells = 63}), TooLargeError);
    CHECK_THROWS_AS(elimination_order(triangle, {.max_filled_cells = 35}), TooLargeError);
}
