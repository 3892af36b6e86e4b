#pragma once

#include <pgm/core/exact_sum.hpp>
#include <pgm/data/dataset.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace pgm {

/// The different rows of a table of discrete columns and how much weight each has: all of them, or
/// where they are many, a sample of them.
///
/// It is what leave-one-out estimates need beside Sums, and has the same properties: rows may
/// come in any order and in any number of parts, a row of weight 2 is two rows, and the result is
/// the same, to the last bit.
///
/// The sample consists of the `most()` rows whose contents have the smallest hash values (bottom-k
/// sketch; Cohen and Kaplan 2007, "Summarizing data using bottom-k sketches"). A row that is in it
/// was in every sample before, so that its weight counts every time it occurred. Each set of
/// different rows is equally likely, whatever their weights, as far as the hash function is random.
/// The rows stand by ascending hash value, so the first k of them are a smaller sample of the same
/// kind.
///
/// Missing values are cells like others. Rows of weight 0 are left out.
class DistinctRows {
public:
    /// The code of a missing value.
    static constexpr std::uint32_t missing = ~std::uint32_t{0};

    struct WeightedRow {
        std::uint64_t hash = 0;
        std::vector<std::uint32_t> codes;  ///< one per column
        WeightSum weight;

        friend bool operator==(const WeightedRow&, const WeightedRow&) = default;
    };

    DistinctRows() = default;
    /// No rows yet, of these columns. Throws ArgumentError for a continuous one.
    explicit DistinctRows(std::vector<Variable> schema);
    /// Rows read from a store: the rows in any order. Throws ArgumentError for rows that do not fit
    /// the schema, occur twice or have no weight, and for more than most().
    static DistinctRows from_rows(std::vector<Variable> schema, std::vector<WeightedRow> rows);

    const std::vector<Variable>& schema() const { return schema_; }
    /// Most rows that are kept: 2^14, fewer where that would be more than 2^22 cells.
    std::size_t most() const;

    std::size_t size() const { return rows_.size(); }
    std::span<const WeightedRow> rows() const { return rows_; }

    /// The place in rows() of every row of a table with the same columns, `nowhere` where it is not
    /// among them. Throws what add() throws.
    std::vector<std::size_t> places_of(const Dataset& data) const;
    static constexpr std::size_t nowhere = ~std::size_t{0};

    /// Adds the rows of a table with the same columns, found by name; others that it may have are
    /// ignored. Throws ArgumentError when a column is not there or has other states.
    void add(const Dataset& data);
    /// Throws ArgumentError for rows of other columns.
    void merge(const DistinctRows& other);

    friend bool operator==(const DistinctRows&, const DistinctRows&) = default;

private:
    /// Calls `take` with the rows of the table, a block after the other, and the number of the
    /// first of each.
    template <class Take>
    void for_each_block(const Dataset& data, Take&& take) const;
    void merge_sorted(std::vector<WeightedRow> more);

    std::vector<Variable> schema_;
    std::vector<WeightedRow> rows_;  ///< by (hash, codes)
};

/// A table with each different row once, weighted by all that are equal to it; the heaviest come
/// first, of equals that which occurred first. Sums over it are those over `data`, and counting
/// thousands of families takes less time; FamilyCounter counts tables in this order fastest.
///
/// It differs from DistinctRows in that all rows are kept. Missing values are cells like others,
/// and rows of weight 0 are left out.
///
/// Null where that would not pay (more than half of the rows are different), and for data
/// with continuous columns or weights that are no whole numbers.
std::optional<Dataset> merge_equal_rows(const Dataset& data);

}  // namespace pgm
