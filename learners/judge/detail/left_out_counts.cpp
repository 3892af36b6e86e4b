#include <learners/judge/detail/left_out_counts.hpp>

#include <learners/estimate/detail/back_off_tables.hpp>

#include <algorithm>
#include <compare>
#include <utility>

namespace pgm::learners::detail {

std::vector<std::size_t> places_in_row(const Columns& columns) {
    std::vector<std::size_t> places;
    std::size_t next = 0;
    for (const Variable& variable : columns.schema)
        places.push_back(variable.is_discrete() ? next++ : 0);
    return places;
}

/// The part of a row that a table reads: how many levels see it, its cell at the deepest of these,
/// and the weight that it takes back. The class is always known and the first parent, or the child,
/// so rows of one key have one class.
struct LevelCounts::RowKey {
    std::size_t levels = 0;
    std::size_t cell = 0;
    WeightSum removed;

    friend auto operator<=>(const RowKey&, const RowKey&) = default;
};

LevelCounts::LevelCounts(const Columns& columns, const FamilySums& sums, ColumnId child,
                         std::span<const ColumnId> parents)
    : levels_(back_off_levels(sums, child, parents)), classes_(columns.states(class_column)) {
    constexpr std::size_t few_configurations = 4096;
    for (const FamilyCounts& counts : levels_) {
        class_axis_.push_back(counts.scope().axis(class_column));
        std::vector<WeightSum>& totals = totals_.emplace_back();
        if (counts.configurations() > few_configurations) continue;
        totals.resize(counts.configurations());
        counts.for_each(
            [&](std::size_t cell, WeightSum weight) { totals[cell / counts.states()] += weight; });
    }
}

/// Groups of rows with equal keys: the number of the group of every row that has a level, and one
/// row of each group.
struct LevelCounts::Groups {
    explicit Groups(std::size_t rows) : of_row(rows, LeaveOneOutCounts::no_entry) {}

    std::uint32_t add(std::uint32_t row) {
        first_rows.push_back(row);
        return static_cast<std::uint32_t>(first_rows.size() - 1);
    }

    std::vector<std::uint32_t> of_row, first_rows;
};

/// Groups the keys by a table of all keys that there can be. `removed` are the different weights of
/// the keys.
LevelCounts::Groups LevelCounts::groups_by_table(std::span<const RowKey> keys,
                                                 std::span<const WeightSum> removed) const {
    const std::size_t cells = levels_.back().cell_count();
    std::vector<std::uint32_t> group_at(removed.size() * levels() * cells,
                                        LeaveOneOutCounts::no_entry);
    Groups groups(keys.size());
    for (std::uint32_t row = 0; row < keys.size(); ++row) {
        const RowKey& key = keys[row];
        if (key.levels == 0) continue;
        const auto kind = static_cast<std::size_t>(std::ranges::lower_bound(removed, key.removed) -
                                                   removed.begin());
        std::uint32_t& group = group_at[(kind * levels() + key.levels - 1) * cells + key.cell];
        if (group == LeaveOneOutCounts::no_entry) group = groups.add(row);
        groups.of_row[row] = group;
    }
    return groups;
}

LevelCounts::Groups LevelCounts::groups_by_sorting(std::span<const RowKey> keys) const {
    std::vector<std::pair<RowKey, std::uint32_t>> sorted;
    for (std::uint32_t row = 0; row < keys.size(); ++row) sorted.emplace_back(keys[row], row);
    std::ranges::sort(sorted);
    Groups groups(keys.size());
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const auto& [key, row] = sorted[i];
        if (key.levels == 0) continue;
        const bool is_new = i == 0 || sorted[i - 1].first != key;
        groups.of_row[row] = is_new ? groups.add(row) : groups.of_row[sorted[i - 1].second];
    }
    return groups;
}

LeaveOneOutCounts LevelCounts::of_rows(std::span<const DistinctRows::WeightedRow> rows,
                                       std::span<const std::size_t> places) const {
    constexpr std::size_t cells_per_row = 16;  // of a table that is quicker than sorting
    std::vector<RowKey> keys;
    std::vector<WeightSum> removed;
    for (const DistinctRows::WeightedRow& row : rows) {
        keys.push_back(key_of(row, places));
        if (removed.empty() || removed.back() != keys.back().removed)
            removed.push_back(keys.back().removed);
    }
    std::ranges::sort(removed);
    removed.erase(std::unique(removed.begin(), removed.end()), removed.end());
    const bool is_small =
        levels_.back().cell_count() <=
        cells_per_row * rows.size() / levels() / std::max<std::size_t>(removed.size(), 1);
    Groups groups = is_small ? groups_by_table(keys, removed) : groups_by_sorting(keys);
    LeaveOneOutCounts counts{std::move(groups.of_row), {}, {}};
    for (const std::uint32_t row : groups.first_rows) {
        append(keys[row], rows[row].codes.front(), counts.numbers);
        counts.levels_of.push_back(keys[row].levels);
    }
    return counts;
}

/// No levels where the child is missing.
LevelCounts::RowKey LevelCounts::key_of(const DistinctRows::WeightedRow& row,
                                        std::span<const std::size_t> places) const {
    RowKey key{.levels = 0, .cell = 0, .removed = taken_back(row)};
    const auto code = [&](ColumnId column) { return row.codes[places[column.index()]]; };
    const ColumnScope& deepest = levels_.back().scope();
    const std::uint32_t child = code(deepest.variables().back());
    if (child == DistinctRows::missing) return key;
    key.levels = 1;
    for (std::size_t axis = 0; axis + 1 < deepest.size(); ++axis, ++key.levels) {
        const std::uint32_t parent = code(deepest.variables()[axis]);
        if (parent == DistinctRows::missing) break;
        key.cell = key.cell * deepest.cardinalities()[axis] + parent;
    }
    key.cell = key.cell * levels_.front().states() + child;
    return key;
}

/// n(x, u) and n(u) of every class at every level, without a row of that key and class.
void LevelCounts::append(const RowKey& key, std::size_t label, std::vector<double>& counts) const {
    for (std::size_t l = 0; l < levels_.size(); ++l) {
        const std::size_t begin = counts.size();
        counts.resize(begin + 2 * classes_);
        if (l >= key.levels) continue;
        for (std::size_t k = 0; k < classes_; ++k) {
            const auto [count, total] = without_row(key, l, label, k);
            counts[begin + k] = count.value();
            counts[begin + classes_ + k] = total.value();
        }
    }
}

/// The row's cell at level l, were it of class k.
std::size_t LevelCounts::cell_of(const RowKey& key, std::size_t l, std::size_t label,
                                 std::size_t k) const {
    const std::size_t states = levels_.front().states();
    const ColumnScope& seen = levels_[key.levels - 1].scope();
    const std::size_t child = key.cell % states;
    std::size_t configuration = key.cell / states;
    for (std::size_t axis = key.levels - 1; axis-- > l;)
        configuration /= seen.cardinalities()[axis];
    const std::size_t cell = configuration * states + child;
    if (!class_axis_[l]) return cell;
    const std::size_t stride = levels_[l].scope().strides()[*class_axis_[l]];
    return cell - label * stride + k * stride;
}

WeightSum LevelCounts::total_of(std::size_t l, std::size_t configuration) const {
    if (!totals_[l].empty()) return totals_[l][configuration];
    const std::size_t states = levels_[l].states(), first = configuration * states;
    WeightSum total;
    levels_[l].for_each_from(first, first + states,
                             [&](std::size_t, WeightSum weight) { total += weight; });
    return total;
}

std::pair<WeightSum, WeightSum> LevelCounts::without_row(const RowKey& key, std::size_t l,
                                                         std::size_t label, std::size_t k) const {
    const FamilyCounts& counts = levels_[l];
    const std::size_t cell = cell_of(key, l, label, k);
    WeightSum count = counts.weight(cell), total = total_of(l, cell / counts.states());
    const bool class_is_child = class_axis_[l] == counts.scope().size() - 1;
    const bool row_is_there = !class_axis_[l] || k == label;
    if (row_is_there) count -= std::min(count, key.removed);
    if (row_is_there || class_is_child) total -= std::min(total, key.removed);
    return {count, total};
}

}  // namespace pgm::learners::detail
