#include <learners/structure/augmented_structures.hpp>

#include <learners/structure/detail/arc_weights.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace pgm::learners {

using namespace detail;

std::vector<Family> KDependence::families(const Columns& columns) const {
    return families_of_arcs(columns, PairCondition::given_class);
}

std::vector<ModelStructure> KDependence::models(const Columns& columns,
                                                const FamilySums& sums) const {
    const std::size_t size = columns.schema.size();
    std::vector<double> weights(size * size, -1);  // a pair of negative weight is no arc
    for (const WeightedPair& pair :
         arc_weights(columns, sums, PairCondition::given_class, weight)) {
        weights[pair.a.index() * size + pair.b.index()] = pair.weight;
        weights[pair.b.index() * size + pair.a.index()] = pair.weight;
    }
    ParentLists parents = class_as_parent(columns);
    std::vector<ColumnId> before;
    for (const ColumnId feature : most_informative_first(columns, sums)) {
        std::vector<std::pair<double, ColumnId>> candidates;  // (-weight, column)
        for (const ColumnId other : before) {
            const double found = weights[feature.index() * size + other.index()];
            if (found >= 0) candidates.emplace_back(-found, other);
        }
        const std::size_t chosen = std::min(candidates.size(), k);
        std::ranges::partial_sort(candidates,
                                  candidates.begin() + static_cast<std::ptrdiff_t>(chosen));
        candidates.resize(chosen);
        for (const auto& [minus_weight, column] : candidates)
            parents[feature.index()].push_back(column);
        before.push_back(feature);
    }
    return {structure_of(columns, std::move(parents))};
}

}  // namespace pgm::learners
