#pragma once

#include <pgm/data/dataset.hpp>
#include <pgm/data/detail/cell_counting.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace pgm::detail {

/// The discrete columns of a data set as one bit per row and state, and the row weights as
/// binary numbers, one bit per row and digit.
class BitColumns {
public:
    /// Columns of more than `most_states` states have no bits.
    BitColumns(const Dataset& data, const WeightedRows& rows, std::size_t most_states,
               std::size_t threads);

    bool has(ColumnId column) const { return columns_[column.index()].states > 0; }
    /// True if counting ones is expected to be faster than computing the cell of each row, for a
    /// table of so many cells.
    bool pays(std::size_t cells) const;

    /// The predicted time of counting an addition to a table of so many cells, in the unit of
    /// bits::count_costs().
    double cost(std::size_t cells, ColumnId candidate) const;

    /// counts[s] becomes the weight of the rows with state s.
    void count(ColumnId column, std::vector<std::uint64_t>& counts) const;

    /// Counts the rows of a child, its ascending parents and each candidate, all of which have
    /// bits; calls take(i, counts by cell) for each addition i.
    void count_additions(
        ColumnId child, std::span<const ColumnId> parents, std::span<const Addition> additions,
        const std::function<void(std::size_t, std::span<const std::uint64_t>)>& take) const;

private:
    struct BitColumn {
        std::size_t first = 0;   ///< word of state 0
        std::size_t states = 0;  ///< 0 for a column without bits
        bool is_complete = false;
    };
    class Masks;

    const std::uint64_t* run(ColumnId column, std::size_t state) const {
        return words() + columns_[column.index()].first + state * run_words_;
    }
    /// The states to count: of a column without missing values the last one is the rest.
    std::size_t counted_states(ColumnId column) const {
        const BitColumn& bits = columns_[column.index()];
        return bits.is_complete ? bits.states - 1 : bits.states;
    }
    std::uint64_t* words() const;
    void make_weight_bits(const WeightedRows& rows);
    bool is_weighted() const { return !digit_words_.empty(); }
    std::size_t words_of_digits() const;
    std::size_t digits() const { return std::max<std::size_t>(digit_words_.size(), 1); }
    /// Words from `first` on, at most `most`, in which some weight has the digit.
    std::size_t words_of_digit(std::size_t digit, std::size_t first, std::size_t most) const {
        const std::size_t end = is_weighted() ? digit_words_[digit] : run_words_;
        return end > first ? std::min(most, end - first) : 0;
    }
    /// Adds to `totals` the counts of the masks, and to `ones` those with the states of each
    /// candidate.
    void count_masks(Masks& masks, std::span<const Addition> additions,
                     std::vector<std::uint64_t>& totals, std::vector<std::uint64_t>& ones) const;

    std::size_t run_words_ = 0;      ///< of one state: a whole number of vectors
    std::size_t first_ones_ = 0;     ///< a run in which every row has its bit set
    std::size_t first_weights_ = 0;  ///< of the weights' binary digits, the lowest first
    /// The words of each digit up to the last that has a one, whole vectors; empty when every row
    /// weighs 1. Where the heaviest rows come first, the higher digits are short.
    std::vector<std::size_t> digit_words_;
    std::vector<BitColumn> columns_;
    std::unique_ptr<std::uint64_t[]> memory_;
};

}  // namespace pgm::detail
