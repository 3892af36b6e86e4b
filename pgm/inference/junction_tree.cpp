#include <pgm/inference/junction_tree.hpp>

#include <pgm/inference/elimination/elimination_order.hpp>

#include <algorithm>

namespace pgm {
namespace {

/// The maximal cliques of the triangulation an order makes. The clique of v is v with those of its neighbours that are eliminated later; it lies
/// within an earlier one exactly when that one has one variable more and names v as the first to be eliminated after its own.
JunctionTreeSize size_of(const InteractionGraph& graph, const EliminationOrder& order) {
    std::vector<std::uint32_t> position(graph.size());
    for (std::uint32_t p = 0; p < graph.size(); ++p) position[order.order[p]] = p;
    std::vector<std::vector<std::uint32_t>> later(graph.size());  // positions, ascending
    for (std::uint32_t v = 0; v < graph.size(); ++v) {
        for (const std::uint32_t u : graph.neighbours(v)) {
            if (position[u] > position[v]) later[position[v]].push_back(position[u]);
        }
        std::ranges::sort(later[position[v]]);
    }
    std::vector<char> maximal(graph.size(), 1);
    JunctionTreeSize size;
    for (std::uint32_t p = 0; p < graph.size(); ++p) {
        if (!later[p].empty()) {
            std::vector<std::uint32_t>& next = later[later[p].front()];
            std::vector<std::uint32_t> merged;
            std::set_union(next.begin(), next.end(), later[p].begin() + 1, later[p].end(), std::back_inserter(merged));
            next = std::move(merged);
        }
    }
    for (std::uint32_t p = 0; p < graph.size(); ++p) {
        if (!later[p].empty() && later[later[p].front()].size() + 1 == later[p].size()) maximal[later[p].front()] = 0;
    }
    for (std::uint32_t p = 0; p < graph.size(); ++p) {
        if (!maximal[p]) continue;
        double cells = graph.cardinality[order.order[p]];
        for (const std::uint32_t q : later[p]) cells *= graph.cardinality[order.order[q]];
        ++size.cliques;
        size.total_cells += cells;
        size.largest_clique_cells = std::max(size.largest_clique_cells, cells);
    }
    size.bytes = size.total_cells * sizeof(double);
    return size;
}

}  // namespace

JunctionTreeSize junction_tree_size(const BayesianNetwork& network) {
    const InteractionGraph graph = moral_interaction_graph(network);
    JunctionTreeSize best;
    for (const FillWeight weight : {FillWeight::log_product, FillWeight::product, FillWeight::plain}) {
        const JunctionTreeSize size = size_of(graph, greedy_order(graph, weight));
        if (best.cliques == 0 || size.total_cells < best.total_cells) best = size;
    }
    return best;
}

}  // namespace pgm
