#pragma once

#include <pgm/core/limits.hpp>
#include <pgm/core/stop_token.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/data/family_counts.hpp>
#include <pgm/data/family_moments.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace pgm {

/// The sufficient statistics of rows: sums from which models are fitted. Counts of the families
/// whose members are all discrete, moments of those with a continuous child.
///
/// The sums are exact, so they form a group: rows may come in any order, in any number of shards,
/// be counted by any number of threads, be given once with weight 2 or twice with weight 1, be
/// taken away again - the result is the same, to the last bit. A model is brought up to date by
/// adding rows to its statistics and estimating again; that gives the very model that all rows
/// together give.
///
///     const Family of_class{.child = label, .parents = {}};
///     const Family of_size{.child = size, .parents = {label}};
///     Sums sums(data.schema(), {of_class, of_size});
///     sums.add(data, threads);
///     sums.counts(of_size).count(configuration, state);  // of a discrete size
///     sums.moments(of_size).mean(configuration, 0);      // of a continuous one
///
/// Families refer to columns by their position in the schema given to the constructor. Rows in
/// which a member of a family is missing do not count for that family.
class Sums {
public:
    Sums() = default;

    /// No rows yet. A family given twice is kept once. Throws ArgumentError for a family that names
    /// no column, names one twice, or has a discrete child with a continuous parent, and
    /// TooLargeError when the tables would have more cells than limits.max_table_cells (each) or
    /// max_model_cells (all).
    Sums(std::vector<Variable> schema, std::vector<Family> families, const Limits& limits = {});

    /// Adds the rows of a table with the same columns, found by name; others that it may have are
    /// ignored. Throws ArgumentError when a column that a family needs is not there, has other
    /// states or is of the other kind, and TooLargeError when the sum of all weights would reach
    /// 2^63. On error it is unchanged. Throws Stopped if that is requested among the rows; then
    /// some of the sums have changed and others have not.
    void add(const Dataset& data, std::size_t threads = 1, const StopToken& stop = {});

    /// Adds or takes away the sums of other rows, with the same schema and families. Throw
    /// ArgumentError for another schema, and when more would be taken away than is there. On error
    /// it is unchanged.
    void merge(const Sums& other);
    void subtract(const Sums& other);

    const std::vector<Variable>& schema() const { return schema_; }
    /// The position of the column of that name in the schema. Throws ArgumentError with a
    /// suggestion.
    ColumnId id(std::string_view name) const;

    std::uint64_t rows() const { return rows_; }
    /// The sum of all row weights, missing values or not.
    WeightSum weight() const { return weight_; }

    bool has(const Family& family) const {
        return counts_of_.contains(family) || moments_of_.contains(family);
    }
    /// Throw ArgumentError when the family was not asked for, or is of the other kind.
    const FamilyCounts& counts(const Family& family) const;
    const FamilyMoments& moments(const Family& family) const;
    /// Counts in the order of the request.
    const std::vector<FamilyCounts>& all_counts() const { return counts_; }
    const std::vector<FamilyMoments>& all_moments() const { return moments_; }

    /// Sums read from a store: sums of these families over so many rows. Throws what the
    /// constructor throws, and ArgumentError when the parts do not fit the schema.
    static Sums from_parts(std::vector<Variable> schema, std::uint64_t rows, WeightSum weight,
                           std::vector<FamilyCounts> counts, std::vector<FamilyMoments> moments,
                           const Limits& limits = {});

    friend bool operator==(const Sums& a, const Sums& b) {
        return a.rows_ == b.rows_ && a.weight_ == b.weight_ && a.schema_ == b.schema_ &&
               a.counts_ == b.counts_ && a.moments_ == b.moments_;
    }

private:
    void add_family(Family family);
    std::vector<ColumnId> matching_columns(const Dataset& data) const;
    [[noreturn]] void fail_unknown(const std::string& what, const Family& family) const;
    void check_same_families(const Sums& other) const;

    std::vector<Variable> schema_;
    std::uint64_t rows_ = 0;
    WeightSum weight_;
    std::vector<FamilyCounts> counts_;
    std::vector<FamilyMoments> moments_;
    std::map<Family, std::size_t> counts_of_;
    std::map<Family, std::size_t> moments_of_;
};

/// The statistics over columns with more states, in the order of `schema`: those of another shard
/// of the rows, so that the statistics of both can be merged. Columns and states are found by name.
/// Throws ArgumentError where one is not in `schema`, or a column is of the other kind there, and
/// TooLargeError past the limits.
Sums widened(const Sums& statistics, std::vector<Variable> schema, const Limits& limits = {});

}  // namespace pgm
