#include <learners/structure/aode.hpp>

#include <pgm/core/error.hpp>

#include <algorithm>
#include <utility>

namespace pgm::learners {
namespace {

/// Every pair has a table in one of the networks.
constexpr std::size_t most_features = 3000;

}  // namespace

std::vector<ModelStructure> Aode::models(const Columns& columns) const {
    std::vector<ModelStructure> members;
    if (columns.features.size() > most_features) {
        throw TooLargeError("aode of " + std::to_string(columns.features.size()) +
                                " features, each with a network of its own",
                            {},
                            "the limit is " + std::to_string(most_features) +
                                " features: leave some out, or choose nb");
    }
    for (const ColumnId super_parent : columns.discrete_features()) {
        if (std::ranges::binary_search(columns.identifiers, super_parent)) continue;
        ParentLists parents = class_as_parent(columns);
        for (const ColumnId feature : columns.features) {
            if (feature != super_parent && columns.may_join(feature, super_parent))
                parents[feature.index()].push_back(super_parent);
        }
        members.push_back(structure_of(columns, std::move(parents)));
        members.back().super_parent = super_parent;
    }
    if (members.empty())
        throw ArgumentError("aode needs at least one discrete feature",
                            "cut the continuous ones into intervals (mdlp), or choose nb or qda");
    return members;
}

}  // namespace pgm::learners
