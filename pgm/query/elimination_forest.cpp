#include <pgm/query/elimination_forest.hpp>

#include <pgm/inference/elimination/elimination_order.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace pgm {
namespace {

using Vertices = std::vector<std::uint32_t>;

/// The positions of each variable's neighbours that come later, by position and ascending, without the edges that elimination adds.
std::vector<Vertices> later_neighbours(const InteractionGraph& graph, const Vertices& position) {
    std::vector<Vertices> later(graph.size());
    for (std::uint32_t v = 0; v < graph.size(); ++v) {
        Vertices& list = later[position[v]];
        for (const std::uint32_t neighbour : graph.neighbours(v)) {
            if (position[neighbour] > position[v]) list.push_back(position[neighbour]);
        }
        std::sort(list.begin(), list.end());
    }
    return later;
}

}  // namespace

EliminationForest elimination_forest(const BayesianNetwork& network) {
    InteractionGraph graph = moral_interaction_graph(network);
    for (std::uint32_t& states : graph.cardinality) states = std::max<std::uint32_t>(2, states);
    const auto order = greedy_order(graph, FillWeight::log_product).order;
    EliminationForest forest{{}, Vertices(graph.size()), Vertices(graph.size(), EliminationForest::none)};
    for (std::uint32_t position = 0; position < order.size(); ++position) {
        forest.variable.emplace_back(order[position]);
        forest.position[order[position]] = position;
    }

    std::vector<Vertices> later = later_neighbours(graph, forest.position);
    for (std::size_t position = 0; position < later.size(); ++position) {
        const Vertices clique = std::exchange(later[position], {});
        if (clique.empty()) continue;
        forest.parent[position] = clique.front();
        Vertices& above = later[clique.front()];
        Vertices merged;
        std::set_union(above.begin(), above.end(), clique.begin() + 1, clique.end(), std::back_inserter(merged));
        above = std::move(merged);
    }
    return forest;
}

}  // namespace pgm
