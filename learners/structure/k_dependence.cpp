#include <learners/structure/k_dependence.hpp>

#include <learners/structure/detail/arc_weights.hpp>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace pgm::learners {

using namespace detail;

namespace {

std::vector<ColumnId> most_telling_first(const Columns& columns, const FamilySums& sums) {
    const std::vector<double> about_class = information_about_class(columns, sums);
    std::vector<ColumnId> order = columns.features;
    std::sort(order.begin(), order.end(), [&](ColumnId x, ColumnId y) {
        return std::tuple(!columns.is_discrete(x), -about_class[x.index()], x) <
               std::tuple(!columns.is_discrete(y), -about_class[y.index()], y);
    });
    return order;
}

}  // namespace

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
            const auto weight = weight_of.find(std::minmax(feature, other));
            if (weight != weight_of.end()) candidates.emplace_back(-weight->second, other);
        }
        std::sort(candidates.begin(), candidates.end());
        candidates.resize(std::min(candidates.size(), k));
        for (const auto& [weight, column] : candidates) parents[feature.index()].push_back(column);
        before.push_back(feature);
    }
    return {structure_of(columns, std::move(parents))};
}

}  // namespace pgm::learners
