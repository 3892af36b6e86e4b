#include <learners/structure/k_dependence.hpp>

#include <learners/structure/detail/arc_weights.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace pgm::learners {

using namespace detail;

std::vector<Family> KDependence::families(const Columns& columns) const {
    return families_of_arcs(columns, Condition::given_class);
}

std::vector<ModelStructure> KDependence::models(const Columns& columns,
                                                const FamilySums& sums) const {
    std::map<std::pair<ColumnId, ColumnId>, double> weight_of;  // a pair not there is no arc
    for (const WeightedPair& pair : arc_weights(columns, sums, Condition::given_class, weight)) {
        if (pair.weight >= 0) weight_of[std::minmax(pair.a, pair.b)] = pair.weight;
    }
    ParentLists parents = class_as_parent(columns);
    std::vector<ColumnId> before;
    for (const ColumnId feature : most_telling_first(columns, sums)) {
        std::vector<std::pair<double, ColumnId>> candidates;  // (-weight, column)
        for (const ColumnId other : before) {
            const auto found = weight_of.find(std::minmax(feature, other));
            if (found != weight_of.end()) candidates.emplace_back(-found->second, other);
        }
        std::sort(candidates.begin(), candidates.end());
        candidates.resize(std::min(candidates.size(), k));
        for (const auto& [minus_weight, column] : candidates)
            parents[feature.index()].push_back(column);
        before.push_back(feature);
    }
    return {structure_of(columns, std::move(parents))};
}

}  // namespace pgm::learners
