#pragma once

#include <pgm/data/dataset.hpp>
#include <pgm/data/family_counts.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace pgm {

class Sums;

namespace detail {
class FamilyShards;
class FamilyStrategies;
}  // namespace detail

/// The other shards of a table, each of which another process has. All processes ask the same
/// questions in the same order, as one thread does. Empty functions: there is one shard.
struct CountExchange {
    /// Adds to each number those that the others have in its place.
    std::function<void(std::span<std::uint64_t> numbers)> add;
    /// The numbers of all shards one behind the other, the same everywhere.
    std::function<std::vector<std::uint64_t>(std::span<const std::uint64_t> numbers)> join;
    /// The sums of all shards.
    std::function<Sums(const Sums& of_shard)> merge;

    explicit operator bool() const { return add != nullptr; }
};

/// Counts families of one table of discrete data, family after family, as a search over structures
/// asks for them: thousands of families, each known only when the last one has been judged.
///
/// Difference from Sums: those count families that are all known beforehand in one pass over the
/// rows, keep the sums and merge them. This prepares the columns once, keeps no counts, and
/// is fast for many families that differ in a single parent.
///
/// Method: a column of up to `most_bit_states` states is kept as one bit per row and state, and the
/// counts of a small family are the numbers of ones in conjunctions of such bits, 512 rows per
/// instruction where the processor can; the conjunctions of the child and the parents are made once
/// for all candidates. Where a larger family has many candidates, its rows are sorted by cell, and
/// the bits of a row are added up for all candidates at once. Otherwise a larger family counts the
/// numbers of its cells row by row, and one whose cells are more than the rows sorts these numbers,
/// so that memory is bounded by the rows. Counts are integers, so the way of counting leaves no
/// trace.
///
/// A row in which a member of a family is missing does not count for this family. Row weights must
/// be whole numbers. Families hold columns by their position; continuous ones belong to no family.
/// Every member may be called from several threads at the same time, unless there is an exchange:
/// then the table is one shard of several, and the counts are those of all shards together. The
/// data must outlive the counter.
class FamilyCounter {
public:
    static constexpr std::size_t most_bit_states = 32;

    using Take = std::function<void(const FamilyRuns&)>;
    using TakeAddition = std::function<void(std::size_t candidate, const FamilyRuns&)>;
    using TakePairs = std::function<void(std::span<const FamilyCounts::CountedCell>)>;

    /// True if the weights are whole numbers whose sum is below 2^53.
    static bool can_count(const Dataset& data);

    /// Throws ArgumentError where it cannot count.
    explicit FamilyCounter(const Dataset& data, std::size_t threads = 1,
                           CountExchange exchange = {});
    explicit FamilyCounter(Dataset&&, std::size_t = 1, CountExchange = {}) = delete;
    FamilyCounter(const FamilyCounter&) = delete;
    FamilyCounter& operator=(const FamilyCounter&) = delete;
    ~FamilyCounter();

    const Dataset& data() const { return data_; }
    /// The sum of the weights, of all shards.
    std::uint64_t weight() const { return weight_; }

    /// Calls take(counts of child given parents), once. The parents are ascending; the cells of the
    /// family must number less than 2^63.
    void count(ColumnId child, std::span<const ColumnId> parents, const Take& take) const;

    /// Calls take(i, counts of child given the parents and candidates[i]) for every candidate, in
    /// any order. No candidate is the child or a parent.
    void count_additions(ColumnId child, std::span<const ColumnId> parents,
                         std::span<const ColumnId> candidates, const TakeAddition& take) const;

    /// A number for each row that is the same where these columns have the same states, and larger
    /// where they come later: for count_pairs(), as often as these are given.
    std::vector<std::uint64_t> configurations(std::span<const ColumnId> given) const;
    /// Calls take(cells) for each of these configurations that has rows, in their order: the cells
    /// of `a` and `b` that have any, ascending, cell = state of b * states of a + state of a. The
    /// rows are sorted, so there may be any number of configurations. An exchange takes no part.
    void count_pairs(ColumnId a, ColumnId b, std::span<const std::uint64_t> configurations,
                     const TakePairs& take) const;

private:
    const Dataset& data_;
    std::unique_ptr<const detail::FamilyStrategies> strategies_;
    std::unique_ptr<const detail::FamilyShards> shards_;  ///< null where there is one
    std::uint64_t weight_;
};

}  // namespace pgm
