#include <learners/structure/augmented_structures.hpp>

#include <learners/structure/detail/arc_weights.hpp>
#include <learners/structure/detail/spanning_tree.hpp>

#include <utility>

namespace pgm::learners {

std::vector<Family> ChowLiu::families(const Columns& columns) const {
    return detail::families_of_arcs(columns, detail::PairCondition::none);
}

std::vector<ModelStructure> ChowLiu::models(const Columns& columns, const FamilySums& sums) const {
    std::vector<ColumnId> nodes = columns.features;
    nodes.insert(nodes.begin(), class_column);
    ParentLists parents(columns.schema.size());
    detail::add_spanning_forest(
        columns, nodes,
        detail::arc_weights(columns, sums, detail::PairCondition::none, ArcWeight::information),
        parents);
    return {structure_of(columns, std::move(parents))};
}

}  // namespace pgm::learners
