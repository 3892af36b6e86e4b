#pragma once

#include <pgm/core/detail/made_once.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/data/detail/counting/bit_columns.hpp>
#include <pgm/data/detail/counting/cell_counting.hpp>
#include <pgm/data/detail/counting/row_bits.hpp>
#include <pgm/data/detail/counting/sorted_rows.hpp>
#include <pgm/data/family_counts.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace pgm::detail {

/// The four strategies of counting families on demand, and the choice among them: bits by column
/// (BitColumns), bits by row (RowBits), cells (CellTable) and sorting.
///
/// A family is its members, the ascending parents and then the child, to which a parent is added;
/// or none, and the child is added.
class FamilyStrategies {
public:
    using Take = std::function<void(std::size_t candidate, const FamilyRuns&)>;
    using TakePairs = std::function<void(std::span<const FamilyCounts::CountedCell>)>;

    static bool can_count(const Dataset& data);

    /// Refers to the data. Throws ArgumentError where it cannot count.
    FamilyStrategies(const Dataset& data, std::size_t most_bit_states, std::size_t threads);

    std::uint64_t weight() const;
    std::size_t states(ColumnId id) const { return data_.column(id).variable.cardinality(); }
    /// The cells of the members, or nothing past std::size_t.
    std::optional<std::size_t> cells_of(std::span<const ColumnId> members) const;

    /// Calls take(i, counts of the family with candidates[i]) for every candidate, in any order.
    void count_additions(std::span<const ColumnId> members, std::span<const ColumnId> candidates,
                         const Take& take) const;
    /// The cells with rows of the family with a column more.
    std::vector<Keyed> sorted_cells(std::span<const ColumnId> members, ColumnId added) const;
    /// See FamilyCounter.
    std::vector<std::uint64_t> configurations(std::span<const ColumnId> given) const;
    void count_pairs(ColumnId a, ColumnId b, std::span<const std::uint64_t> configurations,
                     const TakePairs& take) const;

private:
    /// A family while its additions are counted.
    struct Growing {
        std::span<const ColumnId> members, candidates;
        const Take& take;
        std::optional<std::size_t> cells;  ///< of the members
    };

    ColumnPointers columns(std::span<const ColumnId> members) const;
    std::vector<Addition> additions(const Growing& family,
                                    std::span<const std::size_t> chosen) const;
    TakeCounts taker(const Growing& family, std::span<const std::size_t> chosen) const;
    std::vector<std::uint32_t> base_cells(const Growing& family) const;
    const RowBits* row_bits(double saving) const;
    bool count_by_rows(const Growing& family, std::span<const std::size_t> chosen,
                       double cost_of_others) const;
    void count_by_bits(const Growing& family, std::span<const std::size_t> chosen) const;
    template <class Sum>
    void count_by_cells(const Growing& family, std::span<const std::size_t> chosen,
                        std::span<const Sum> weights) const;

    const Dataset& data_;
    std::vector<std::uint64_t> weights_;
    WeightedRows rows_;
    ColumnPointers with_bits_;  ///< null where a column has none
    BitColumns bits_;
    bool rows_suit_;
    mutable std::atomic<double> saved_ = 0;  ///< by row bits, if there had been any
    MadeOnce<RowBits> row_bits_;
};

}  // namespace pgm::detail
