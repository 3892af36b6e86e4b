#include <learners/estimate/detail/left_out_counts.hpp>

#include <learners/estimate/detail/back_off_tables.hpp>

#include <algorithm>
#include <compare>

namespace pgm::learners::detail {

std::vector<std::size_t> places_in_row(const Columns& columns) {
    std::vector<std::size_t> places;
    std::size_t next = 0;
    for (const Variable& variable : columns.schema)
        places.push_back(variable.is_discrete() ? next++ : 0);
    return places;
}

/// What a table needs to know of a row: how many levels see it, its cell at the deepest of these,
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
    for (const FamilyCounts& counts : levels_)
        class_axis_.push_back(counts.scope().axis(class_column));
}

LeaveOneOutCounts LevelCounts::of_rows(std::span<const DistinctRows::Row> rows,
                                       std::span<const std::size_t> places) const {
    LeaveOneOutCounts counts{std::vector(rows.size(), LeaveOneOutCounts::no_entry), {}, {}};
    std::vector<std::pair<RowKey, std::uint32_t>> keys;
    for (std::uint32_t row = 0; row < rows.size(); ++row)
        keys.emplace_back(key_of(rows[row], places), row);
    std::ranges::sort(keys);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const auto& [key, row] = keys[i];
        if (key.levels == 0) continue;
        if (i == 0 || keys[i - 1].first != key) {
            append(key, rows[row].codes.front(), counts.numbers);
            counts.levels_of.push_back(key.levels);
        }
        counts.entry_of[row] = static_cast<std::uint32_t>(counts.levels_of.size() - 1);
    }
    return counts;
}

/// No levels where the child is missing.
LevelCounts::RowKey LevelCounts::key_of(const DistinctRows::Row& row,
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

std::pair<WeightSum, WeightSum> LevelCounts::without_row(const RowKey& key, std::size_t l,
                                                         std::size_t label, std::size_t k) const {
    const FamilyCounts& counts = levels_[l];
    const std::size_t states = counts.states(), cell = cell_of(key, l, label, k),
                      first = cell / states * states;
    WeightSum count = counts.weight(cell), total;
    counts.for_each_from(first, first + states,
                         [&](std::size_t, WeightSum weight) { total += weight; });
    const bool class_is_child = class_axis_[l] == counts.scope().size() - 1;
    const bool row_is_there = !class_axis_[l] || k == label;
    if (row_is_there) count -= std::min(count, key.removed);
    if (row_is_there || class_is_child) total -= std::min(total, key.removed);
    return {count, total};
}

}  // namespace pgm::learners::detail
