#include <learners/estimate/detail/super_parent_weights.hpp>

namespace pgm::learners::detail {

std::vector<WeightSum> combination_weights(const FamilyCounts& given_class) {
    std::vector<WeightSum> weights(given_class.cell_count() /
                                   given_class.scope().cardinalities().front());
    given_class.for_each(
        [&](std::size_t cell, WeightSum weight) { weights[cell % weights.size()] += weight; });
    return weights;
}

SuperParent super_parent_of(const FamilyCounts& given_class, std::span<const Variable> schema) {
    SuperParent super_parent;
    for (const ColumnId column : given_class.scope().variables().subspan(1)) {
        super_parent.features.push_back(schema[column.index()].name());
        super_parent.cardinalities.push_back(schema[column.index()].cardinality());
    }
    for (const WeightSum weight : combination_weights(given_class))
        super_parent.weights.push_back(weight.value());
    return super_parent;
}

}  // namespace pgm::learners::detail
