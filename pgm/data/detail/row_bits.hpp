#pragma once

#include <pgm/data/dataset.hpp>
#include <pgm/data/detail/bit_count.hpp>
#include <pgm/data/detail/cell_counting.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace pgm::detail {

/// The rows of each cell of a table, one cell after the other.
struct RowsByCell {
    std::vector<std::uint32_t> rows;
    std::vector<std::size_t> ends;  ///< cell i ends before rows[ends[i]]
    std::size_t most = 0;           ///< rows of a cell

    std::span<const std::uint32_t> of(std::size_t cell) const {
        const std::size_t begin = cell == 0 ? 0 : ends[cell - 1];
        return std::span(rows).subspan(begin, ends[cell] - begin);
    }
};

/// The rows of each cell, from row_cells() of a table of so many cells.
RowsByCell rows_by_cell(std::span<const std::uint32_t> cell_of, std::size_t cells);

/// The discrete columns of a table as one bit per state and row, the bits of a row together.
///
/// Difference from BitColumns, whose runs have the bits of a state together: that counts the rows
/// of a cell and of a state by going over all rows; this goes over the rows of the cell only and
/// counts them for hundreds of states at once. Hence it is faster where a family has many cells and
/// many candidates to be added; each row weighs 1.
class RowBits {
public:
    static constexpr std::size_t most_cells = std::size_t{1} << 13;

    /// True if each row weighs 1 and there are enough columns to fill the words of a row.
    static bool suits(const Dataset& data, const WeightedRows& rows, std::size_t most_states);

    /// Columns of more than `most_states` states have no bits.
    RowBits(const Dataset& data, std::size_t most_states, std::size_t threads);

    /// The predicted time of making the bits, and of counting so many additions to a table of so
    /// many cells, in the unit of bits::count_costs().
    static double cost_to_make(std::size_t rows, std::size_t columns);
    static double cost(std::size_t rows, std::size_t cells, std::size_t additions);

    /// True if it can count: no cell has more rows than a count can be.
    static bool can_count(const RowsByCell& rows) { return rows.most < std::size_t{1} << 16; }

    /// Counts the rows of each cell, at most `most_cells`, and each candidate's state; calls
    /// take(i, counts by cell) for each addition i. Fastest in the order of the columns.
    void count_additions(
        const RowsByCell& rows, std::span<const Addition> additions,
        const std::function<void(std::size_t, std::span<const std::uint64_t>)>& take) const;

private:
    struct RowColumn {
        std::size_t strip = 0;
        std::size_t first = 0;    ///< bit of state 0 in the strip
        std::size_t states = 0;   ///< 0 for a column without bits
        std::size_t counted = 0;  ///< the last one of a column without missing values is the rest
    };

    const RowColumn& column(const Addition& addition) const {
        return columns_[addition.candidate.index()];
    }
    void set_bits(const Dataset& data, std::size_t column);
    /// The end of the additions from `first` on that are in the same strip.
    std::size_t end_of_strip(std::span<const Addition> additions, std::size_t first) const;
    std::uint64_t* strip(std::size_t i) const;

    std::size_t rows_ = 0;
    std::vector<RowColumn> columns_;
    std::unique_ptr<std::uint64_t[]> memory_;
};

}  // namespace pgm::detail
