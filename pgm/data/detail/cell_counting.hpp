#pragma once

#include <pgm/core/exact_sum.hpp>
#include <pgm/core/ids.hpp>
#include <pgm/data/column.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pgm::detail {

/// The rows of a data set as counting sees them.
struct WeightedRows {
    std::size_t rows = 0;
    std::span<const std::uint64_t> weights;  ///< empty when every row weighs 1
};

/// How a parent that is added to a family enters its table. The configurations of the parents that
/// are there, numbered by their ascending columns, split into `high` of the parents before the new
/// one and `low` of those behind it:
///
///     new configuration = (high part * candidate states + x) * low + low part
struct AddedAxis {
    std::size_t high = 1;
    std::size_t candidate_states = 1;
    std::size_t low = 1;
    std::size_t states = 1;  ///< of the child

    std::size_t configurations() const { return high * low; }
    std::size_t cells() const { return high * candidate_states * low * states; }
    /// The cell of candidate state 0 for a cell (configuration * states + state) of the old table;
    /// the others follow at distances of stride().
    std::size_t first_cell(std::size_t configuration, std::size_t state) const {
        const std::size_t part = configuration / low;
        return ((part * candidate_states) * low + configuration % low) * states + state;
    }
    std::size_t stride() const { return low * states; }
};

/// A parent that is added to a family.
struct Addition {
    ColumnId candidate;
    AddedAxis axis;
};

/// cells[i] becomes the count of cell i of the table with the candidate's axis. Of each cell m of
/// the table without it, configuration * states + state, `totals` has the count, and
/// counts[m * stride + x] that of the candidate's state x, for so many states: all, or all but the
/// last, which has the rest.
template <class Count>
void spread(const AddedAxis& axis, std::span<const std::uint64_t> totals, std::size_t counted,
            const Count* counts, std::size_t stride, std::vector<std::uint64_t>& cells) {
    cells.resize(axis.cells());
    const std::size_t step = axis.stride();
    const std::uint64_t* total = totals.data();
    for (std::size_t high = 0; high < axis.high; ++high) {
        std::uint64_t* first = cells.data() + high * axis.candidate_states * step;
        for (const std::uint64_t* const end = first + step; first != end; ++first, ++total) {
            std::uint64_t* cell = first;
            std::uint64_t rest = *total;
            for (std::size_t x = 0; x < counted; ++x, cell += step) {
                *cell = counts[x];
                rest -= counts[x];
            }
            if (counted < axis.candidate_states) *cell = rest;
            counts += stride;
        }
    }
}

/// A sum of weights, or a number of rows that weigh 1 each.
inline WeightSum to_weight(WeightSum sum) {
    return sum;
}
inline WeightSum to_weight(std::uint64_t count) {
    return WeightSum::of_count(count);
}

/// No row falls into it: the mark of a row with a missing member.
inline constexpr std::uint32_t no_cell = ~std::uint32_t{0};

/// Makes one more column the last, fastest axis of the table that the cells of the rows from
/// `first` on are in. A missing member makes a row's cell no_cell for good.
void append_member(const Column& column, std::size_t first, std::span<std::uint32_t> cells);

/// The cell of every row in the table over these columns, the last one fastest; `cells`, their
/// number, for a row in which one of them is missing. `cells` is below 2^32 - 1.
std::vector<std::uint32_t> row_cells(std::span<const Column* const> members, std::size_t rows,
                                     std::size_t cells);

/// counts[i] becomes the weight of the rows of cell i of the table with the candidate's axis.
/// `base` are the row_cells() of the parents and the child.
void count_by_cells(const WeightedRows& rows, std::span<const std::uint32_t> base,
                    const Column& candidate, const AddedAxis& axis,
                    std::vector<std::uint64_t>& counts);

/// The counts that are not 0 by ascending cell of a table that may be larger than memory, in runs
/// of one configuration of all columns but the last: run i ends before counts[ends[i]].
struct SortedCounts {
    std::vector<std::uint64_t> counts;
    std::vector<std::size_t> ends;
};
SortedCounts count_by_sorting(const WeightedRows& rows, std::span<const Column* const> members);

}  // namespace pgm::detail
