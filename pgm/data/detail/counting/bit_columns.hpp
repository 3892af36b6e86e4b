#pragma once

#include <pgm/data/detail/counting/bit_count.hpp>
#include <pgm/data/detail/counting/cell_counting.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace pgm::detail {

/// Some rows of discrete columns as one bit per row and state, and the row weights as binary
/// numbers, one bit per row and digit.
///
/// The counts of a small family are the numbers of ones in conjunctions of such bits, 512 rows per
/// instruction where the processor can; the conjunctions of the members that are there are made
/// once for all columns that are added to them.
class BitColumns {
public:
    /// Columns that are null have no bits; the others have codes of one byte.
    BitColumns(std::span<const Column* const> columns, const WeightedRows& rows,
               std::size_t threads);

    bool has(ColumnId column) const { return columns_[column.index()].states > 0; }
    /// True if counting ones is expected to be faster than computing the cell of each row, for a
    /// table of so many cells (bench/family_counter_bench.cpp).
    bool pays(std::size_t cells) const;

    /// The predicted time of counting an addition to a table of so many cells, in units of one word
    /// of a conjunction on a processor that counts the ones of words only.
    double cost(std::size_t cells, ColumnId candidate) const;

    /// Counts the rows of some columns, the child last, with each of those that are added, all of
    /// which have bits. Without any, each is counted by itself.
    void count_additions(std::span<const ColumnId> members, std::span<const Addition> additions,
                         const TakeCounts& take) const;

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
    std::size_t words_of_digits() const;
    /// Words from `first` on, at most `most`, in which some weight has the digit.
    std::size_t words_of_digit(std::size_t digit, std::size_t first, std::size_t most) const {
        return digit_words_[digit] > first ? std::min(most, digit_words_[digit] - first) : 0;
    }

    std::size_t run_words_ = 0;      ///< of one state: a whole number of vectors
    std::size_t first_ones_ = 0;     ///< a run in which every row has its bit set
    std::size_t first_weights_ = 0;  ///< of the weights' binary digits, the lowest first
    bool is_weighted_;               ///< if not, the run of ones is the only digit
    /// The words of each digit up to the last that has a one, whole vectors. Where the heaviest
    /// rows come first, the higher digits are short.
    std::vector<std::size_t> digit_words_;
    std::vector<BitColumn> columns_;
    std::unique_ptr<std::uint64_t[]> memory_;
};

}  // namespace pgm::detail
