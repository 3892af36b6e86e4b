#include <learners/structure/detail/super_parents.hpp>

#include <learners/structure/fixed_structures.hpp>
#include <pgm/core/error.hpp>

#include <algorithm>
#include <utility>

namespace pgm::learners::detail {
namespace {

/// Every pair has a table in one of the networks.
constexpr std::size_t most_features = 3000;

}  // namespace

std::vector<ColumnId> possible_super_parents(const Columns& columns) {
    std::vector<ColumnId> possible = columns.discrete_features();
    std::erase_if(possible, [&](ColumnId column) {
        return std::ranges::binary_search(columns.identifiers, column);
    });
    return possible;
}

ModelStructure super_parent_member(const Columns& columns,
                                   std::span<const ColumnId> super_parents) {
    ParentLists parents = class_as_parent(columns);
    for (const ColumnId feature : columns.features) {
        for (const ColumnId super_parent : super_parents) {
            if (feature == super_parent) break;
            if (columns.may_join(feature, super_parent))
                parents[feature.index()].push_back(super_parent);
        }
    }
    ModelStructure member = structure_of(columns, std::move(parents));
    member.super_parents = {super_parents.begin(), super_parents.end()};
    return member;
}

std::vector<ModelStructure> one_dependence_members(const Columns& columns,
                                                   const std::string& word) {
    if (columns.features.size() > most_features) {
        throw TooLargeError(word + " of " + std::to_string(columns.features.size()) +
                                " features, each with a network of its own",
                            {},
                            "the limit is " + std::to_string(most_features) +
                                " features: leave some out, or choose nb");
    }
    std::vector<ModelStructure> members;
    for (const ColumnId super_parent : possible_super_parents(columns))
        members.push_back(super_parent_member(columns, {&super_parent, 1}));
    if (!members.empty()) return members;
    // Discrete features that are left out, or identify rows, make no difference to the others.
    if (std::ranges::none_of(columns.schema.subspan(1), &Variable::is_discrete))
        throw ArgumentError(word + " needs at least one discrete feature",
                            "cut the continuous ones into intervals (mdlp), or choose nb or qda");
    return NaiveBayes().models(columns);
}

}  // namespace pgm::learners::detail
