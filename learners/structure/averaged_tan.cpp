#include <learners/structure/averaged_tan.hpp>

#include <learners/structure/detail/arc_weights.hpp>
#include <learners/structure/detail/spanning_tree.hpp>
#include <learners/structure/detail/super_parents.hpp>

namespace pgm::learners {

using namespace detail;

std::vector<Family> AveragedTan::families(const Columns& columns) const {
    return families_of_arcs(columns, Condition::given_class);
}

std::vector<ModelStructure> AveragedTan::models(const Columns& columns,
                                                const FamilySums& sums) const {
    const std::vector<WeightedPair> pairs =
        arc_weights(columns, sums, Condition::given_class, weight);
    std::vector<ColumnId> roots = possible_super_parents(columns);
    if (roots.empty()) roots = columns.continuous_features();
    if (roots.empty()) return {augmented_naive_bayes(columns, pairs)};
    std::vector<ModelStructure> members;
    for (const ColumnId root : roots)
        members.push_back(augmented_naive_bayes(columns, pairs, root));
    return members;
}

}  // namespace pgm::learners
