#include <learners/structure/augmented_structures.hpp>

#include <learners/structure/detail/arc_weights.hpp>
#include <learners/structure/detail/spanning_tree.hpp>

namespace pgm::learners {

std::vector<Family> Tan::families(const Columns& columns) const {
    return detail::families_of_arcs(columns, detail::PairCondition::given_class);
}

std::vector<ModelStructure> Tan::models(const Columns& columns, const FamilySums& sums) const {
    return {detail::augmented_naive_bayes(
        columns, detail::arc_weights(columns, sums, detail::PairCondition::given_class, weight))};
}

}  // namespace pgm::learners
