#include <pgm/query/detail/elimination_forest.hpp>

#include <pgm/inference/detail/order/elimination_cliques.hpp>
#include <pgm/inference/detail/order/order_search.hpp>

#include <algorithm>
#include <utility>

namespace pgm::detail {

EliminationForest elimination_forest(const BayesianNetwork& network) {
    InteractionGraph graph = moral_interaction_graph(network);
    for (std::uint32_t& states : graph.cardinality) states = std::max<std::uint32_t>(2, states);
    const EliminationOrder order = greedy_order(graph, FillWeight::log_product);
    EliminationCliques cliques = elimination_cliques(graph, order);
    EliminationForest forest;
    forest.position = std::move(cliques.position);
    forest.parent.assign(graph.size(), EliminationForest::none);
    for (const std::uint32_t v : order.order) forest.variable.emplace_back(v);
    for (std::size_t p = 0; p < order.chosen; ++p) {
        if (!cliques.later[p].empty()) forest.parent[p] = cliques.later[p].front();
    }
    // Variables beyond the reach of exact inference count as one clique.
    for (std::size_t p = order.chosen; p + 1 < graph.size(); ++p) {
        forest.parent[p] = static_cast<std::uint32_t>(p + 1);
    }
    return forest;
}

}  // namespace pgm::detail
