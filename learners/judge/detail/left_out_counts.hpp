#pragma once

#include <learners/families/family_sums.hpp>
#include <learners/families/model_structure.hpp>
#include <pgm/data/distinct_rows.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace pgm::learners::detail {

/// The weight that a row takes back when it is left out: a weight of 1, or all of its weight if
/// that is less.
inline WeightSum taken_back(const DistinctRows::WeightedRow& row) {
    return std::min(row.weight, WeightSum::of_count(1));
}

/// The position of each column among the codes of a row; nowhere if it is continuous.
std::vector<std::size_t> places_in_row(const Columns& columns);

/// The counts that one table offers to rows that are left out. Rows that have the same cells of its
/// family, and so the same class, share an entry.
struct LeaveOneOutCounts {
    static constexpr std::uint32_t no_entry = ~std::uint32_t{0};

    std::vector<std::uint32_t> entry_of;  ///< by row; no_entry where the child is missing
    std::vector<std::size_t> levels_of;   ///< by entry; fewer where parents are missing
    std::vector<double> numbers;          ///< by entry and level: n(x, u) by class, n(u) by class
};

/// The counts of one child given the first l of its parents, for every l, from which rows can be
/// left out.
class LevelCounts {
public:
    LevelCounts(const Columns& columns, const FamilySums& sums, ColumnId child,
                std::span<const ColumnId> parents);

    std::size_t levels() const { return levels_.size(); }
    /// Configurations of the parents of a level.
    std::size_t configurations(std::size_t level) const { return levels_[level].configurations(); }
    /// True if the class is the child or a parent; otherwise the table says nothing of it.
    bool has_class() const { return class_axis_.back().has_value(); }

    /// `places` tells where columns stand in a row.
    LeaveOneOutCounts of_rows(std::span<const DistinctRows::WeightedRow> rows,
                              std::span<const std::size_t> places) const;

private:
    struct RowKey;
    struct Groups;

    Groups groups_by_table(std::span<const RowKey> keys, std::span<const WeightSum> removed) const;
    Groups groups_by_sorting(std::span<const RowKey> keys) const;
    RowKey key_of(const DistinctRows::WeightedRow& row, std::span<const std::size_t> places) const;
    void append(const RowKey& key, std::size_t label, std::vector<double>& counts) const;
    std::size_t cell_of(const RowKey& key, std::size_t l, std::size_t label, std::size_t k) const;
    WeightSum total_of(std::size_t l, std::size_t configuration) const;
    std::pair<WeightSum, WeightSum> without_row(const RowKey& key, std::size_t l, std::size_t label,
                                                std::size_t k) const;

    std::vector<FamilyCounts> levels_;
    std::size_t classes_;
    std::vector<std::optional<std::size_t>> class_axis_;  ///< by level
    /// Weights of the rows, by level and configuration; none for a large table.
    std::vector<std::vector<WeightSum>> totals_;
};

}  // namespace pgm::learners::detail
