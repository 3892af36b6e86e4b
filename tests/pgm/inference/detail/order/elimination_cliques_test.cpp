#include <pgm/inference/detail/order/elimination_cliques.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::detail;

namespace {

using List = std::vector<std::uint32_t>;

/// The cycle 0 - 1 - 2 - 3 - 0.
InteractionGraph cycle_of_four() {
    static const List pairs[] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
    const std::vector<std::span<const std::uint32_t>> families(std::begin(pairs), std::end(pairs));
    return InteractionGraph(List(4, 2), families);
}

}  // namespace

TEST_CASE("Elimination cliques: eliminating joins the neighbours that are left",
          "[elimination_cliques]") {
    EliminationOrder order;
    order.order = {1, 0, 2, 3};  // eliminating 1 joins 0 and 2
    order.chosen = 4;
    const EliminationCliques cliques = elimination_cliques(cycle_of_four(), order);
    CHECK(cliques.position == List{1, 0, 2, 3});
    CHECK(cliques.later == std::vector<List>{{1, 2}, {2, 3}, {3}, {}});
    CHECK(cliques.edges() == 5);
}

TEST_CASE("Elimination cliques: what follows where an order was cut short has none",
          "[elimination_cliques]") {
    EliminationOrder order;
    order.order = {1, 0, 2, 3};
    order.chosen = 1;
    const EliminationCliques cliques = elimination_cliques(cycle_of_four(), order);
    CHECK(cliques.position == List{1, 0, 2, 3});
    CHECK(cliques.later == std::vector<List>{{1, 2}});
}
