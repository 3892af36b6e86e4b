#pragma once

#include <pgm/data/detail/counting/cell_counting.hpp>
#include <pgm/data/detail/counting/sorted_rows.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace pgm::detail {

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
    static bool suits(std::span<const Column* const> columns, const WeightedRows& rows);

    /// Columns that are null have no bits; the others have codes of one byte, `rows` of them.
    RowBits(std::span<const Column* const> columns, std::size_t rows);

    /// The predicted time of making the bits, and of counting so many additions to a table of so
    /// many cells, in the unit of BitColumns::cost().
    static double cost_to_make(std::size_t rows, std::size_t columns);
    static double cost(std::size_t rows, std::size_t cells, std::size_t additions);

    /// True if it can count: no cell has more rows than a count can be.
    static bool can_count(const SortedRows& rows);

    /// Counts the rows of each of `cells` cells, at most `most_cells`, and each candidate's state.
    /// Fastest in the order of the columns.
    void count_additions(const SortedRows& rows, std::size_t cells,
                         std::span<const Addition> additions, const TakeCounts& take) const;

private:
    struct RowColumn {
        std::size_t strip = 0;
        std::size_t first = 0;    ///< bit of state 0 in the strip
        std::size_t counted = 0;  ///< the last one of a column without missing values is the rest
    };

    const RowColumn& column(const Addition& addition) const {
        return columns_[addition.candidate.index()];
    }
    void set_bits(const Column& column, const RowColumn& place);
    /// The end of the additions from `first` on that are in the same strip.
    std::size_t end_of_strip(std::span<const Addition> additions, std::size_t first) const;
    std::uint64_t* strip(std::size_t i) const;

    std::size_t rows_ = 0;
    std::vector<RowColumn> columns_;
    std::unique_ptr<std::uint64_t[]> memory_;
};

}  // namespace pgm::detail
