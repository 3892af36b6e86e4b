#include <learners/structure/detail/spanning_forest.hpp>

#include <pgm/core/error.hpp>

#include <boost/pending/disjoint_sets.hpp>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace pgm::learners::detail {
namespace {

void check_edges(std::size_t size, std::span<const WeightedEdge> edges) {
    for (const WeightedEdge& edge : edges) {
        if (edge.a.index() >= size || edge.b.index() >= size || edge.a == edge.b) {
            throw ArgumentError("an edge between vertices " + std::to_string(edge.a.index()) +
                                " and " + std::to_string(edge.b.index()) + " of a graph of " +
                                std::to_string(size) + " vertices");
        }
        if (std::isnan(edge.weight)) throw ArgumentError("an edge whose weight is not a number");
    }
}

/// Sorts the edges by decreasing weight, then by their vertices.
std::vector<WeightedEdge> in_order_of_trial(std::span<const WeightedEdge> edges) {
    std::vector<WeightedEdge> sorted(edges.begin(), edges.end());
    for (WeightedEdge& edge : sorted) {
        if (edge.b < edge.a) std::swap(edge.a, edge.b);
    }
    std::sort(sorted.begin(), sorted.end(), [](const WeightedEdge& x, const WeightedEdge& y) {
        return std::tuple(-x.weight, x.a, x.b) < std::tuple(-y.weight, y.a, y.b);
    });
    return sorted;
}

}  // namespace

std::vector<WeightedEdge> maximum_spanning_forest(std::size_t size,
                                                  std::span<const WeightedEdge> edges) {
    check_edges(size, edges);
    const std::vector<WeightedEdge> sorted = in_order_of_trial(edges);
    // A graph of Boost would take several times the memory of the edges, of which there may be
    // millions.
    boost::disjoint_sets_with_storage<> trees(size);
    std::vector<WeightedEdge> forest;
    for (const WeightedEdge& edge : sorted) {
        const std::size_t a = trees.find_set(edge.a.index()), b = trees.find_set(edge.b.index());
        if (a == b) continue;
        trees.link(a, b);
        forest.push_back(edge);
    }
    return forest;
}

std::vector<Arc> rooted(std::size_t size, std::span<const WeightedEdge> forest,
                        std::span<const VariableId> roots) {
    check_edges(size, forest);
    std::vector<std::vector<VariableId>> neighbours(size);
    for (const WeightedEdge& edge : forest) {
        neighbours[edge.a.index()].push_back(edge.b);
        neighbours[edge.b.index()].push_back(edge.a);
    }
    std::vector<VariableId> starts(roots.begin(), roots.end());
    for (std::size_t v = 0; v < size; ++v) starts.emplace_back(v);
    std::vector<bool> reached(size, false);
    std::vector<Arc> arcs;
    for (const VariableId start : starts) {
        if (reached[start.index()]) continue;
        reached[start.index()] = true;
        std::vector<VariableId> frontier = {start};
        for (std::size_t next = 0; next < frontier.size(); ++next) {
            const VariableId parent = frontier[next];
            for (const VariableId child : neighbours[parent.index()]) {
                if (reached[child.index()]) continue;
                reached[child.index()] = true;
                arcs.push_back({parent, child});
                frontier.push_back(child);
            }
        }
    }
    return arcs;
}

}  // namespace pgm::learners::detail
