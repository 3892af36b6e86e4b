#include <learners/structure/tree_structures.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace pgm::learners {
namespace {

/// Ahead of all other edges, and a link that only makes the discrete columns one piece for the
/// second step.
constexpr double chosen_before = std::numeric_limits<double>::infinity();
constexpr double link_weight = std::numeric_limits<double>::max();

bool is_discrete_pair(const Columns& columns, const WeightedEdge& edge) {
    return columns.is_discrete(ColumnId(edge.a.index())) &&
           columns.is_discrete(ColumnId(edge.b.index()));
}

}  // namespace

std::vector<Arc> oriented_forest(const Columns& columns, std::span<const ColumnId> nodes,
                                 std::span<const WeightedEdge> edges) {
    const std::size_t size = columns.schema.size();
    std::vector<VariableId> discrete;
    for (const ColumnId node : nodes) {
        if (columns.is_discrete(node)) discrete.emplace_back(node.index());
    }
    std::vector<WeightedEdge> first, second;
    for (const WeightedEdge& edge : edges)
        (is_discrete_pair(columns, edge) ? first : second).push_back(edge);
    std::vector<WeightedEdge> forest = maximum_spanning_forest(size, first);
    if (!second.empty()) {
        for (WeightedEdge edge : forest) second.push_back({edge.a, edge.b, chosen_before});
        for (std::size_t i = 1; i < discrete.size(); ++i)
            second.push_back({discrete[i - 1], discrete[i], link_weight});
        std::vector<WeightedEdge> both = maximum_spanning_forest(size, second);
        std::erase_if(both, [](const WeightedEdge& edge) {
            return edge.weight == chosen_before || edge.weight == link_weight;
        });
        forest.insert(forest.end(), both.begin(), both.end());
    }
    return rooted(size, forest, discrete);
}

ModelStructure tree_augmented(const Columns& columns, std::span<const WeightedEdge> edges) {
    std::vector<std::vector<ColumnId>> parents(columns.schema.size());
    for (const ColumnId feature : columns.features) parents[feature.index()] = {class_column};
    for (const Arc& arc : oriented_forest(columns, columns.features, edges))
        parents[arc.child.index()].emplace_back(arc.parent.index());
    return structure_of(columns, std::move(parents));
}

ModelStructure chow_liu_structure(const Columns& columns, std::span<const WeightedEdge> edges) {
    std::vector<ColumnId> nodes = columns.features;
    nodes.insert(nodes.begin(), class_column);
    std::vector<std::vector<ColumnId>> parents(columns.schema.size());
    for (const Arc& arc : oriented_forest(columns, nodes, edges))
        parents[arc.child.index()].emplace_back(arc.parent.index());
    return structure_of(columns, std::move(parents));
}

}  // namespace pgm::learners
