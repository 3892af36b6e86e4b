#include <learners/structure/fixed_structures.hpp>

#include <learners/structure/detail/complete_graph.hpp>

#include <utility>

namespace pgm::learners {

std::vector<ModelStructure> Joint::models(const Columns& columns) const {
    detail::require_small_complete_graph(columns.features.size());
    std::vector<ColumnId> discrete = columns.discrete_features();
    discrete.insert(discrete.begin(), class_column);
    ParentLists parents = class_as_parent(columns);
    detail::join_all({}, discrete, parents);
    if (!columns.continuous_may_join) return {structure_of(columns, std::move(parents))};
    const std::vector<ColumnId> continuous = columns.continuous_features();
    detail::join_all(discrete, continuous, parents);
    ModelStructure structure = structure_of(columns, std::move(parents));
    structure.gaussian_block = detail::gaussian_block(discrete, continuous);
    return {std::move(structure)};
}

}  // namespace pgm::learners
