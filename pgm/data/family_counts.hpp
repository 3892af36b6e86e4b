#pragma once

#include <pgm/core/exact_sum.hpp>
#include <pgm/data/column.hpp>
#include <pgm/table/table.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace pgm {

/// A column and the columns that its distribution depends on. Discrete and continuous columns may
/// be mixed; the order of the parents is the order of the axes of every table made from the family.
struct Family {
    ColumnId child;
    std::vector<ColumnId> parents;

    friend auto operator<=>(const Family&, const Family&) = default;
};

/// The axes that these discrete columns are in a table.
inline ColumnScope scope_of(std::span<const ColumnId> columns, std::span<const Variable> schema) {
    std::vector<std::size_t> cardinalities;
    for (const ColumnId column : columns)
        cardinalities.push_back(schema[column.index()].cardinality());
    return {{columns.begin(), columns.end()}, cardinalities};
}

/// Weight of each combination of states of a discrete child and its discrete parents: the
/// sufficient statistics of a conditional table.
///
/// The cells are numbered as in the table they will become: parents first in the family's order,
/// the child last and fastest,
///
///     cell(p_1, ..., p_n, x) = row(p_1, ..., p_n) * states() + x,
///
/// see BasicScope. A row of data in which any member is missing is counted nowhere. Sums only,
/// exact (see WeightSum).
///
/// A family of at most `most_dense_cells` cells keeps them all. One of more keeps those that are
/// not zero, so it takes memory by the rows that were counted, however many cells the table would
/// have.
class FamilyCounts {
public:
    /// A cell and its weight, which is not zero.
    struct CountedCell {
        std::size_t cell = 0;
        WeightSum weight;
        friend bool operator==(const CountedCell&, const CountedCell&) = default;
    };
    static constexpr std::size_t most_dense_cells = std::size_t{1} << 14;

    /// All zero, or with the given weights: of all cells, or the entries by ascending cell. Throws
    /// ArgumentError when they do not fit the scope, or its variables are not (parents..., child).
    FamilyCounts(Family family, ColumnScope scope);
    FamilyCounts(Family family, ColumnScope scope, std::vector<WeightSum> cells);
    FamilyCounts(Family family, ColumnScope scope, std::vector<CountedCell> entries);

    const Family& family() const { return family_; }
    const ColumnScope& scope() const { return scope_; }
    /// States of the child.
    std::size_t states() const { return scope_.cardinalities().back(); }
    /// Configurations of the parents; 1 when there are none.
    std::size_t configurations() const { return cell_count() / states(); }
    /// Combinations of states, whether they have any weight or not.
    std::size_t cell_count() const { return scope_.cells(); }
    bool is_sparse() const { return cell_count() > most_dense_cells; }

    WeightSum weight(std::size_t cell) const;
    double count(std::size_t configuration, StateId state) const {
        return weight(configuration * states() + state.index()).value();
    }
    /// Writes the weights of a configuration of the parents, one per state of the child.
    void copy_row(std::size_t configuration, std::span<WeightSum> row) const;
    /// Calls body(cell, weight) for every cell whose weight is not zero, ascending.
    template <class Body>
    void for_each(Body&& body) const {
        for_each_from(0, cell_count(), body);
    }
    /// Visits the cells in [begin, end) only.
    template <class Body>
    void for_each_from(std::size_t begin, std::size_t end, Body&& body) const;

    /// All cells as doubles.
    std::vector<double> values() const;
    /// The weight of the rows that were counted.
    WeightSum total() const;

    /// Adds to every cell of a family that is not sparse.
    void add(std::span<const WeightSum> cells);
    /// Adds to some cells of one that is; `entries` by ascending cell.
    void add(std::vector<CountedCell> entries);
    /// Throw ArgumentError when `other` is about another family. subtract() also when more would be
    /// taken away than is there, and then it is unchanged.
    void merge(const FamilyCounts& other);
    void subtract(const FamilyCounts& other);
    void check_subtract(const FamilyCounts& other) const;

    friend bool operator==(const FamilyCounts&, const FamilyCounts&) = default;

private:
    Family family_;
    ColumnScope scope_;
    std::vector<WeightSum> cells_;      ///< empty when sparse
    std::vector<CountedCell> entries_;  ///< by ascending cell; empty when not
};

/// The counts of one family of discrete columns, as FamilyCounter passes them on: one run of counts
/// per configuration of the parents.
///
/// The configurations come in the order of FamilyCounts, the parents' columns ascending and the
/// last of them fastest. A family that is not `is_complete()` leaves out the configurations and the
/// states without rows. What adds terms that are 0 for a count of 0, in the order of
/// for_each_configuration(), thus gets the same bits from either form.
class FamilyRuns {
public:
    /// A family of up to so many cells is complete.
    static constexpr std::size_t always_complete = std::size_t{1} << 16;

    /// Every cell, `states` of each configuration one behind the other.
    FamilyRuns(std::span<const std::uint64_t> counts, std::size_t states)
        : counts_(counts), states_(states) {}
    /// Run i ends before counts[ends[i]].
    FamilyRuns(std::span<const std::uint64_t> counts, std::span<const std::size_t> ends)
        : counts_(counts), ends_(ends) {}

    bool is_complete() const { return states_ > 0; }
    std::span<const std::uint64_t> counts() const { return counts_; }

    /// Calls body(counts of the states) for each configuration.
    template <class Body>
    void for_each_configuration(Body&& body) const {
        if (is_complete()) {
            for (std::size_t first = 0; first < counts_.size(); first += states_)
                body(counts_.subspan(first, states_));
            return;
        }
        std::size_t first = 0;
        for (const std::size_t end : ends_) {
            body(counts_.subspan(first, end - first));
            first = end;
        }
    }

private:
    std::span<const std::uint64_t> counts_;
    std::span<const std::size_t> ends_;
    std::size_t states_ = 0;
};

/// Puts entries in the order of their cells, and makes one of those of the same cell. The first
/// `sorted` are in that order already.
void combine(std::vector<FamilyCounts::CountedCell>& entries, std::size_t sorted = 0);

template <class Body>
void FamilyCounts::for_each_from(std::size_t begin, std::size_t end, Body&& body) const {
    if (!is_sparse()) {
        for (std::size_t cell = begin; cell < end; ++cell)
            if (!cells_[cell].is_zero()) body(cell, cells_[cell]);
        return;
    }
    auto entry = std::ranges::lower_bound(entries_, begin, {}, &CountedCell::cell);
    for (; entry != entries_.end() && entry->cell < end; ++entry) body(entry->cell, entry->weight);
}

}  // namespace pgm
