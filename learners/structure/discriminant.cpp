#include <learners/structure/fixed_structures.hpp>

#include <learners/structure/detail/complete_graph.hpp>
#include <pgm/core/error.hpp>

#include <utility>

namespace pgm::learners {

std::vector<ModelStructure> Discriminant::models(const Columns& columns) const {
    if (!columns.continuous_may_join)
        throw ArgumentError("lda and qda are about Gaussians, not kernel densities",
                            "choose gaussian for continuous columns, or nb");
    const std::vector<ColumnId> condition = {class_column};
    const std::vector<ColumnId> continuous = columns.continuous_features();
    detail::require_small_complete_graph(continuous.size());
    ParentLists parents = class_as_parent(columns);
    detail::join_all(condition, continuous, parents);
    ModelStructure structure = structure_of(columns, std::move(parents));
    structure.gaussian_block = detail::gaussian_block(condition, continuous, tied);
    return {std::move(structure)};
}

}  // namespace pgm::learners
