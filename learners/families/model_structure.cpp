#include <learners/families/model_structure.hpp>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace pgm::learners {

bool Columns::may_join(ColumnId a, ColumnId b) const {
    if (a == class_column || b == class_column) return true;
    const auto is_identifier = [&](ColumnId column) {
        return std::ranges::binary_search(identifiers, column);
    };
    return (continuous_may_join || (is_discrete(a) && is_discrete(b))) && !is_identifier(a) &&
           !is_identifier(b);
}

bool Columns::is_threshold(const Family& family) const {
    return is_discrete(family.child) &&
           !std::ranges::all_of(family.parents, [&](ColumnId c) { return is_discrete(c); });
}

std::vector<ColumnId> Columns::discrete_features() const {
    std::vector<ColumnId> chosen;
    std::copy_if(features.begin(), features.end(), std::back_inserter(chosen),
                 [&](ColumnId column) { return is_discrete(column); });
    return chosen;
}

std::vector<ColumnId> Columns::continuous_features() const {
    std::vector<ColumnId> chosen;
    std::copy_if(features.begin(), features.end(), std::back_inserter(chosen),
                 [&](ColumnId column) { return !is_discrete(column); });
    return chosen;
}

ParentLists class_as_parent(const Columns& columns) {
    ParentLists parents(columns.schema.size());
    for (const ColumnId feature : columns.features) parents[feature.index()] = {class_column};
    return parents;
}

ModelStructure structure_of(const Columns& columns, ParentLists parents) {
    ModelStructure structure;
    bool canonical = true;
    const auto add = [&](ColumnId child) {
        std::vector<ColumnId> chosen = std::move(parents[child.index()]);
        std::ranges::stable_partition(chosen, [](ColumnId c) { return c == class_column; });
        canonical = canonical && std::ranges::is_sorted(chosen);
        structure.families.push_back({child, chosen});
        std::ranges::sort(structure.families.back().parents);
        structure.chosen_order.push_back(std::move(chosen));
    };
    add(class_column);
    for (const ColumnId feature : columns.features) add(feature);
    if (canonical) structure.chosen_order.clear();
    return structure;
}

Family ModelStructure::super_parent_family() const {
    Family family{super_parents.back(), {class_column}};
    family.parents.insert(family.parents.end(), super_parents.begin(), super_parents.end() - 1);
    return family;
}

std::vector<ColumnId> members(const Family& family) {
    std::vector<ColumnId> all = family.parents;
    all.push_back(family.child);
    std::sort(all.begin(), all.end());
    return all;
}

std::vector<Family> without_doubles(std::vector<Family> families) {
    std::set<std::vector<ColumnId>> seen;
    std::erase_if(families,
                  [&](const Family& family) { return !seen.insert(members(family)).second; });
    return families;
}

std::vector<Family> families_to_estimate(const Columns& columns,
                                         std::span<const ModelStructure> structures) {
    std::vector<Family> families;
    for (const ModelStructure& structure : structures) {
        if (structure.gaussian_block) families.push_back(structure.gaussian_block->family);
        for (const Family& family : structure.families) {
            if (!structure.gaussian_block || columns.is_discrete(family.child))
                families.push_back(family);
        }
    }
    std::erase_if(families, [&](const Family& family) { return columns.is_threshold(family); });
    return without_doubles(std::move(families));
}

}  // namespace pgm::learners
