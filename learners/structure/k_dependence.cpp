#include <learners/structure/k_dependence.hpp>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace pgm::learners {
namespace {

std::vector<ColumnId> by_what_they_tell(const Columns& columns,
                                        std::span<const double> about_class) {
    std::vector<ColumnId> order = columns.features;
    std::sort(order.begin(), order.end(), [&](ColumnId x, ColumnId y) {
        return std::tuple(!columns.is_discrete(x), -about_class[x.index()], x) <
               std::tuple(!columns.is_discrete(y), -about_class[y.index()], y);
    });
    return order;
}

}  // namespace

ModelStructure k_dependence(const Columns& columns, std::size_t k,
                            std::span<const double> about_class,
                            std::span<const WeightedEdge> edges) {
    std::map<std::pair<VariableId, VariableId>, double> weight_of;
    for (const WeightedEdge& edge : edges) weight_of[std::minmax(edge.a, edge.b)] = edge.weight;
    std::vector<std::vector<ColumnId>> parents(columns.schema.size());
    std::vector<ColumnId> before;
    for (const ColumnId feature : by_what_they_tell(columns, about_class)) {
        std::vector<std::pair<double, ColumnId>> candidates;  // (-weight, column)
        for (const ColumnId other : before) {
            const auto weight =
                weight_of.find(std::minmax(VariableId(feature.index()), VariableId(other.index())));
            if (weight != weight_of.end()) candidates.emplace_back(-weight->second, other);
        }
        std::sort(candidates.begin(), candidates.end());
        candidates.resize(std::min(candidates.size(), k));
        std::vector<ColumnId>& chosen = parents[feature.index()] = {class_column};
        for (const auto& [weight, column] : candidates) chosen.push_back(column);
        before.push_back(feature);
    }
    return structure_of(columns, std::move(parents));
}

}  // namespace pgm::learners
