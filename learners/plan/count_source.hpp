#pragma once

#include <pgm/core/limits.hpp>
#include <pgm/core/stop_token.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/data/discretisation.hpp>
#include <pgm/data/statistics.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace pgm::learners {

/// The sums that a learner asks for: of these families over the rows that have a class. Plain data.
struct CountRequest {
    /// The columns of the sums, the class first, as they are after `cuts` and `replacements`; the
    /// families refer to them. A source may have others.
    std::vector<Variable> schema;
    std::vector<Family> families;
    Discretisation cuts{};        ///< of continuous columns into intervals
    Replacements replacements{};  ///< of missing values
    Limits limits{};
    std::size_t threads = 1;
    StopToken stop{};
};

/// The answer: statistics over the schema of the request that have all its families.
struct CountedRows {
    Statistics statistics;
    std::uint64_t rows_without_class = 0;
};

/// Counts where the rows are: a database that groups, processes that each have a part.
using CountFunction = std::function<CountedRows(const CountRequest& request)>;

/// Calls `take` with one part of the data after the other, all with the same schema; one call of
/// the source is one pass over all of them.
using ChunkSource = std::function<void(const std::function<void(const Dataset& chunk)>& take)>;

/// Data that learners take exact sums of (pgm/data/statistics.hpp), in as many passes as they need:
/// a table in memory, parts of one that does not fit into memory, or whatever counts by itself. The
/// sums, and hence what is learned, are the same bits each way.
///
/// It differs from a Dataset in that its rows need not be there at once, or at all. What needs all
/// of them at once (cut points that are learned, left-out rows in folds, expectation maximisation)
/// asks for table() and refuses other sources; what needs rows, but not at once (kernel densities,
/// what is chosen by leaving out rows) refuses only those that count by themselves.
class CountSource {
public:
    /// A table in memory, which must live as long.
    CountSource(const Dataset& table) : data_(&table) {}
    /// Data in parts that have the columns of `schema`, and so many rows together, if that is
    /// known.
    CountSource(std::vector<Variable> schema, ChunkSource parts,
                std::optional<std::uint64_t> rows = std::nullopt)
        : schema_(std::move(schema)), rows_(rows), data_(std::move(parts)) {}
    /// Data with the columns of `schema` that count themselves. Where `parts` are given, what needs
    /// rows and not only counts has them; by default there are counts only.
    static CountSource of_counts(std::vector<Variable> schema, CountFunction count,
                                 ChunkSource parts = {}) {
        CountSource source(std::move(schema), ChunkSource());
        source.data_ = Counted{std::move(count), std::move(parts)};
        return source;
    }

    std::vector<Variable> schema() const { return table() ? table()->schema() : schema_; }

    /// The number of rows, where it is known before a pass.
    std::optional<std::uint64_t> rows() const {
        return table() ? std::optional<std::uint64_t>(table()->rows()) : rows_;
    }

    /// One pass. Throws ArgumentError where a column is missing or has other states than the
    /// request, and where a function gives other sums than it was asked for; what the function
    /// throws; TooLargeError past the limits; Stopped.
    CountedRows count(const CountRequest& request) const;

    /// The table; null where the data are no table in memory.
    const Dataset* table() const {
        const auto* const table = std::get_if<const Dataset*>(&data_);
        return table != nullptr ? *table : nullptr;
    }

    /// One pass over the rows. Throws ArgumentError where there are counts only.
    void for_each_part(const std::function<void(const Dataset& part)>& take) const;

private:
    struct Counted {
        CountFunction count;
        ChunkSource parts;  ///< empty where there are counts only
    };

    std::vector<Variable> schema_;       ///< of what is no table
    std::optional<std::uint64_t> rows_;  ///< likewise
    std::variant<const Dataset*, ChunkSource, Counted> data_;
};

/// Some of the rows of a table with the columns and the states of all of them, found by name: one
/// shard may not have all states, nor all columns. The result may refer to the cells of `part`.
/// Throws ArgumentError for a value that the whole does not have, as the data have changed since
/// its states were collected.
Dataset part_of_whole(const Dataset& part, std::span<const Variable> whole);

/// The sums of a request whose families were counted apart, each in one of `counted` or more, over
/// the same rows, of which so many have a class. Throws ArgumentError where these have different
/// weights.
CountedRows joined(const CountRequest& request, std::span<const CountedRows> counted,
                   std::uint64_t rows);

}  // namespace pgm::learners
