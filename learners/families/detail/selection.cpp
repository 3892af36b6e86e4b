#include <learners/families/detail/selection.hpp>

#include <algorithm>

namespace pgm::learners::detail {
std::size_t most_parents(std::span<const ModelStructure> structures) {
    std::size_t most = 0;
    for (const ModelStructure& structure : structures) {
        for (const Family& family : structure.families) {
            const auto features = std::ranges::count_if(
                family.parents, [](ColumnId parent) { return parent != class_column; });
            most = std::max(most, static_cast<std::size_t>(features));
        }
    }
    return most;
}

std::vector<ModelStructure> restricted(std::span<const ModelStructure> structures,
                                       const Columns& columns, std::size_t most) {
    const auto is_kept = [&](ColumnId column) {
        return std::ranges::binary_search(columns.features, column);
    };
    std::vector<ModelStructure> all;
    for (const ModelStructure& structure : structures) {
        if (!std::ranges::all_of(structure.super_parents, is_kept)) continue;
        ParentLists parents(columns.schema.size());
        for (std::size_t i = 0; i < structure.families.size(); ++i) {
            const std::span<const ColumnId> chosen = structure.parents_as_chosen(i);
            const auto left = chosen.first(parents_left(chosen, most, is_kept));
            parents[structure.families[i].child.index()] = {left.begin(), left.end()};
        }
        all.push_back(structure_of(columns, std::move(parents)));
        all.back().super_parents = structure.super_parents;
    }
    return all;
}

}  // namespace pgm::learners::detail
