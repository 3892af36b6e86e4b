#pragma once

#include <pgm/data/column.hpp>
#include <pgm/data/detail/counting/cell_counting.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pgm::detail {

/// A number by which something is sorted, and what goes along with it: a row, or a count.
struct Keyed {
    std::uint64_t key;
    std::uint64_t value;
};

/// Stable, digit after digit (radix sort), in time linear in the entries.
void sort_by_key(std::vector<Keyed>& entries);

/// Calls body(first, end) for each run of equal keys, which are sorted.
template <class Body>
void for_each_run(std::span<const Keyed> entries, Body&& body) {
    for (std::size_t first = 0, end = 0; first < entries.size(); first = end) {
        while (end < entries.size() && entries[end].key == entries[first].key) ++end;
        body(entries.subspan(first, end - first));
    }
}

/// A number for each of these rows that is the same where the states of some columns are, and
/// larger where they come later, the last column fastest: the cell in the table over these columns.
/// Where that would not fit, the numbers of the columns so far are replaced by their ranks among
/// the rows. A missing member makes it no_cell, unless it counts as one state more.
std::vector<std::uint64_t> row_keys(std::span<const Column* const> members, std::size_t first,
                                    std::size_t rows, bool missing_is_a_state = false);

/// The rows that have a key by ascending keys; each goes with its number, counted from 0.
std::vector<Keyed> sorted_rows(std::span<const std::uint64_t> keys);

/// The weight of the rows of each cell that has any, by ascending cells of a table that may be
/// larger than memory.
std::vector<Keyed> count_by_sorting(const WeightedRows& rows,
                                    std::span<const Column* const> members);

/// Adds up the values of equal keys; what comes to nothing is left out. By ascending keys.
void add_up(std::vector<Keyed>& counts);

/// Counts in runs of one configuration of all columns but the last, which has so many states: run i
/// ends before counts[ends[i]].
struct SortedCounts {
    SortedCounts(std::span<const Keyed> cells, std::size_t states);

    std::vector<std::uint64_t> counts;
    std::vector<std::size_t> ends;
};

/// The rows of a block in the order of their configurations of some discrete columns; within one,
/// in the order of the data. A row that is without one of them, or one of some numbers, is left
/// out.
class SortedRows {
public:
    struct Run {
        std::size_t configuration;
        std::span<const std::uint32_t> rows;  ///< counted from the first of the block
    };

    /// `configurations` is the product of the cardinalities of `discrete`.
    void sort(std::span<const Column* const> discrete, std::span<const RealCells* const> numbers,
              std::size_t configurations, std::size_t first, std::size_t rows);

    /// The rows with these cells, numbers below so many; others are left out.
    void sort(std::span<const std::uint32_t> cells, std::size_t count);

    /// The runs until the next sort(), ascending; each configuration at most once.
    const std::vector<Run>& runs() const { return runs_; }

private:
    void sort_by_counting(std::span<const std::uint32_t> cells, std::size_t count);
    void sort_by_digits(std::span<const std::uint32_t> cells);

    std::vector<std::uint32_t> configurations_;
    std::vector<std::uint32_t> order_;
    std::vector<std::uint32_t> starts_;
    std::vector<Run> runs_;
};

}  // namespace pgm::detail
