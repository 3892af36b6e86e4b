#include <pgm/inference/junction_tree.hpp>

#include <pgm/inference/detail/expanded_network.hpp>
#include <pgm/inference/detail/order/elimination_cliques.hpp>
#include <pgm/inference/detail/order/order_search.hpp>

#include <algorithm>

namespace pgm {

using namespace detail;

namespace {

/// Sums up the maximal ones among the cliques of an order. The clique of a variable lies within an
/// earlier one exactly when that one has one variable more and names this one as the first to be
/// eliminated after its own.
JunctionTreeSize size_of(const InteractionGraph& graph, const EliminationOrder& order,
                         const EliminationCliques& cliques) {
    std::vector<char> maximal(order.chosen, 1);
    for (const std::vector<std::uint32_t>& members : cliques.later) {
        if (members.empty() || members.front() >= order.chosen) continue;
        if (cliques.later[members.front()].size() + 1 == members.size()) {
            maximal[members.front()] = 0;
        }
    }
    JunctionTreeSize size;
    for (std::size_t p = 0; p < order.chosen; ++p) {
        if (!maximal[p]) continue;
        double cells = graph.cardinality[order.order[p]];
        for (const std::uint32_t q : cliques.later[p]) cells *= graph.cardinality[order.order[q]];
        ++size.cliques;
        size.total_cells += cells;
        size.largest_clique_cells = std::max(size.largest_clique_cells, cells);
    }
    size.bytes = size.total_cells * sizeof(double);
    size.is_lower_bound = order.is_cut_short();
    return size;
}

}  // namespace

JunctionTreeSize junction_tree_size(const BayesianNetwork& network) {
    const std::optional<BayesianNetwork> expanded = expanded_network(network);
    const InteractionGraph graph = moral_interaction_graph(expanded ? *expanded : network);
    JunctionTreeSize best;
    for (const FillWeight weight :
         {FillWeight::log_product, FillWeight::product, FillWeight::plain}) {
        const EliminationOrder order = greedy_order(graph, weight);
        const EliminationCliques cliques = elimination_cliques(graph, order);
        const JunctionTreeSize size = size_of(graph, order, cliques);
        if (best.cliques == 0 || (!size.is_lower_bound && size.total_cells < best.total_cells)) {
            best = size;
        }
        // A graph to which nothing was added has no smaller triangulation.
        if (best.is_lower_bound || cliques.edges() == graph.degrees() / 2) break;
    }
    return best;
}

}  // namespace pgm
