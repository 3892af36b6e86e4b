#include <learners/one_dependence.hpp>

#include <pgm/core/error.hpp>

#include <utility>

namespace pgm::learners {

std::vector<ModelStructure> one_dependence(const Columns& columns) {
    std::vector<ModelStructure> members;
    for (const ColumnId super_parent : columns.discrete_features()) {
        std::vector<std::vector<ColumnId>> parents(columns.schema.size());
        for (const ColumnId feature : columns.features) {
            parents[feature.index()] = {class_column};
            const bool depends = feature != super_parent && (columns.continuous_may_join || columns.is_discrete(feature));
            if (depends) parents[feature.index()].push_back(super_parent);
        }
        members.push_back(structure_of(columns, std::move(parents)));
        members.back().super_parent = super_parent;
    }
    if (members.empty())
        throw ArgumentError("aode needs at least one discrete feature", "cut the continuous ones into intervals (mdlp), or choose nb or qda");
    return members;
}

}  // namespace pgm::learners
