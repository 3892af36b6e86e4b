#include <learners/structure/detail/spanning_tree.hpp>

#include <learners/structure/detail/spanning_forest.hpp>

#include <limits>
#include <utility>
#include <vector>

namespace pgm::learners::detail {
namespace {

/// Ahead of all other edges, and a link that only makes the discrete columns one piece for the
/// second step.
constexpr double chosen_before = std::numeric_limits<double>::infinity();
constexpr double link_weight = std::numeric_limits<double>::max();

/// Columns are the vertices of the graph that the forest is found in.
VariableId vertex_of(ColumnId column) {
    return VariableId(column.index());
}

/// The edges that the second step adds to the forest over the discrete vertices.
std::vector<WeightedEdge> edges_of_continuous(std::size_t size, std::vector<WeightedEdge> edges,
                                              std::span<const WeightedEdge> discrete_forest,
                                              std::span<const VariableId> discrete) {
    for (const WeightedEdge& edge : discrete_forest)
        edges.push_back({edge.a, edge.b, chosen_before});
    for (std::size_t i = 1; i < discrete.size(); ++i)
        edges.push_back({discrete[i - 1], discrete[i], link_weight});
    std::vector<WeightedEdge> both = maximum_spanning_forest(size, edges);
    std::erase_if(both, [](const WeightedEdge& edge) {
        return edge.weight == chosen_before || edge.weight == link_weight;
    });
    return both;
}

}  // namespace

void add_spanning_forest(const Columns& columns, std::span<const ColumnId> nodes,
                         std::span<const WeightedPair> pairs, ParentLists& parents,
                         std::optional<ColumnId> root) {
    const std::size_t size = columns.schema.size();
    std::vector<VariableId> discrete;
    for (const ColumnId node : nodes)
        if (columns.is_discrete(node)) discrete.push_back(vertex_of(node));
    std::vector<WeightedEdge> first, second;
    for (const WeightedPair& pair : pairs) {
        const bool both_discrete = columns.is_discrete(pair.a) && columns.is_discrete(pair.b);
        (both_discrete ? first : second)
            .push_back({vertex_of(pair.a), vertex_of(pair.b), pair.weight});
    }
    std::vector<WeightedEdge> forest = maximum_spanning_forest(size, first);
    if (!second.empty()) {
        const std::vector<WeightedEdge> more =
            edges_of_continuous(size, std::move(second), forest, discrete);
        forest.insert(forest.end(), more.begin(), more.end());
    }
    std::vector<VariableId> roots = discrete;
    if (root) roots.insert(roots.begin(), vertex_of(*root));
    for (const Arc& arc : rooted(size, forest, roots))
        parents[arc.child.index()].emplace_back(arc.parent.index());
}

ModelStructure augmented_naive_bayes(const Columns& columns, std::span<const WeightedPair> pairs) {
    ParentLists parents = class_as_parent(columns);
    add_spanning_forest(columns, columns.features, pairs, parents);
    return structure_of(columns, std::move(parents));
}

}  // namespace pgm::learners::detail
