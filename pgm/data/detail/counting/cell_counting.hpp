#pragma once

#include <pgm/core/exact_sum.hpp>
#include <pgm/core/ids.hpp>
#include <pgm/data/column.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

namespace pgm::detail {

/// Columns by their ids; null where a column does not take part.
using ColumnPointers = std::vector<const Column*>;

/// Consecutive rows of a table as counting sees them.
struct WeightedRows {
    std::size_t first = 0;
    std::size_t rows = 0;
    std::span<const std::uint64_t> weights;  ///< of these rows; empty when every one weighs 1
};

/// How a column that is added to a family enters its table. The configurations of the parents that
/// are there split into `high` of those before the new one and `low` of those behind it:
///
///     new configuration = (high part * candidate states + x) * low + low part
struct AddedAxis {
    std::size_t high = 1;
    std::size_t candidate_states = 1;
    std::size_t low = 1;
    std::size_t states = 1;  ///< of the child

    /// Cells of the table without the column, and with it.
    std::size_t base_cells() const { return high * low * states; }
    std::size_t cells() const { return base_cells() * candidate_states; }
};

/// A column that is added to a family.
struct Addition {
    ColumnId candidate;
    AddedAxis axis;
};

/// Takes the counts by cell of addition i.
using TakeCounts = std::function<void(std::size_t i, std::span<const std::uint64_t> counts)>;

/// cells[i] becomes the count of cell i of the table with the candidate's axis. Of each cell m of
/// the table without it, configuration * states + state, counts[m * stride + x] is that of the
/// candidate's state x, for so many states: all, or all but the last, which has the rest of
/// totals[m].
template <class Count, class Total>
void spread(const AddedAxis& axis, std::span<const Total> totals, std::size_t counted,
            const Count* counts, std::size_t stride, std::vector<Total>& cells) {
    cells.resize(axis.cells());
    const std::size_t step = axis.low * axis.states;
    std::size_t mask = 0;
    for (std::size_t high = 0; high < axis.high; ++high) {
        Total* first = cells.data() + high * axis.candidate_states * step;
        for (const Total* const end = first + step; first != end; ++first, ++mask) {
            Total* cell = first;
            for (std::size_t x = 0; x < counted; ++x, cell += step) *cell = counts[x];
            if (counted < axis.candidate_states)
                *cell = std::accumulate(counts, counts + counted, totals[mask], std::minus());
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
template <class Cell>
inline constexpr Cell no_cell = ~Cell{0};

/// Makes one more column the last, fastest axis of the table that the cells of the rows from
/// `first` on are in, numbers of 32 or 64 bits. A missing member makes a row's cell no_cell for
/// good, unless it counts as one state more.
template <class Cell>
void append_member(const Column& column, std::size_t first, std::span<Cell> cells,
                   bool missing_is_a_state = false);

/// The cell of each of these rows in the table over some columns, the last one fastest; `cells`,
/// their number, for a row in which one of them is missing. `cells` is below 2^32 - 1.
std::vector<std::uint32_t> row_cells(std::span<const Column* const> members, std::size_t first,
                                     std::size_t rows, std::size_t cells);

/// Sums of the weights of rows in all cells of a family to which a column is added: numbers of rows
/// where `Sum` is an integer and there are no weights.
template <class Sum>
class CellTable {
public:
    explicit CellTable(const AddedAxis& axis)
        : axis_(axis),
          width_(axis.candidate_states + 1),  // the last column is for missing values
          size_((axis.base_cells() + 1) * width_),
          sums_(size_ * sizeof(Sum) <= most_bytes_of_two ? 2 * size_ : size_) {}

    /// Adds the rows from `first` on, whose row_cells() in the table without the column are `base`.
    void add(std::span<const std::uint32_t> base, const Column& added, std::size_t first,
             std::span<const Sum> weights) {
        visit_codes(added, [&](const auto& codes) {
            const auto* const code = codes.data() + first;
            if (weights.empty())
                add_rows(base, code, [](std::size_t) { return one(); });
            else
                add_rows(base, code, [&](std::size_t row) { return weights[row]; });
        });
    }

    /// cells[i] becomes the sum of cell i, once all rows are there.
    template <class Total>
    void copy_to(std::vector<Total>& cells) {
        spread(axis_, std::span<const Total>(), axis_.candidate_states, finished(), width_, cells);
    }

    /// Calls body(cell of the table without the column, state of it, sum), once all rows are there.
    template <class Body>
    void for_each(Body&& body) {
        const Sum* sum = finished();
        for (std::size_t m = 0; m < axis_.base_cells(); ++m, sum += width_)
            for (std::size_t x = 0; x < axis_.candidate_states; ++x) body(m, x, sum[x]);
    }

private:
    /// Two tables of more memory than this would not stay in the second-level cache.
    static constexpr std::size_t most_bytes_of_two = std::size_t{1} << 17;

    static Sum one() {
        if constexpr (std::is_same_v<Sum, WeightSum>)
            return WeightSum::of_count(1);
        else
            return 1;
    }

    /// Two rows one behind the other are often of the same cell, whose sum would have to be stored
    /// before it is read again; two tables in turn halve that wait.
    template <class Code, class WeightOf>
    void add_rows(std::span<const std::uint32_t> base, const Code* code, WeightOf weight_of) {
        Sum* const even = sums_.data();
        Sum* const odd = even + (sums_.size() - size_);
        const std::size_t width = width_, states = axis_.candidate_states;
        const auto cell = [&](std::size_t row) {
            return base[row] * width + std::min<std::size_t>(code[row], states);
        };
        std::size_t row = 0;
        for (; row + 1 < base.size(); row += 2) {
            even[cell(row)] += weight_of(row);
            odd[cell(row + 1)] += weight_of(row + 1);
        }
        if (row < base.size()) even[cell(row)] += weight_of(row);
    }

    /// The sums of both tables, `width_` of each cell of the table without the column.
    const Sum* finished() {
        if (sums_.size() > size_)
            for (std::size_t i = 0; i < size_; ++i) sums_[i] += sums_[size_ + i];
        sums_.resize(size_);
        return sums_.data();
    }

    AddedAxis axis_;
    std::size_t width_, size_;
    std::vector<Sum> sums_;
};

}  // namespace pgm::detail
