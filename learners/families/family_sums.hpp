#pragma once

#include <pgm/core/exact_sum.hpp>
#include <pgm/core/stop_token.hpp>
#include <pgm/data/family_counter.hpp>
#include <pgm/data/sums.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <vector>

namespace pgm::learners {

/// Sufficient statistics of some rows for least squares: exact weighted sums over variables X_0,
/// ..., X_{p-1}.
struct SumsOfProducts {
    WeightSum weight;
    std::vector<ExactSum> sums;      ///< sum w x_i
    std::vector<ExactSum> products;  ///< sum w x_i x_j for j <= i, at i (i + 1) / 2 + j

    friend bool operator==(const SumsOfProducts&, const SumsOfProducts&) = default;
};

/// The sums of a family with a continuous child, one entry per configuration of its discrete
/// parents. The variables of each entry are `continuous`: the continuous parents in order, the
/// child last.
struct GaussianSums {
    ColumnScope discrete;
    std::vector<ColumnId> continuous;
    std::vector<SumsOfProducts> groups;
};

class FamilySums;

/// Source of sums that are counted on demand and not kept: the tables of all pairs of a thousand
/// columns take gigabytes, and what a structure makes of each is one number.
struct SumsOnDemand {
    /// The rows as one table in memory, whose pairs of discrete columns are counted fastest; null
    /// where they come in parts, or have weights that are no whole numbers.
    const FamilyCounter* counter = nullptr;
    /// The columns of the counter's table, by column of the schema.
    std::vector<ColumnId> counter_columns = {};
    std::size_t threads = 1;
    StopToken stop = {};  ///< Fit::stop
    /// Calls take(i, sums) for i = 0, ..., count - 1 in this order, where `sums` has family_of(i).
    /// Counts as many families in one pass over the rows as the memory allows.
    std::function<void(std::size_t count, const std::function<Family(std::size_t)>& family_of,
                       const std::function<void(std::size_t, const FamilySums&)>& take)>
        for_each = {};
};

/// The sufficient statistics of families, whatever child and order of parents they were counted
/// under: the counts of (class, a, b) serve P(b | class, a) and P(a | class, b) alike. It is what a
/// structure is decided from and what distributions are estimated from. Refers to the statistics,
/// and to how others are counted, which must live as long.
class FamilySums {
public:
    explicit FamilySums(const Sums& statistics, const SumsOnDemand* others = nullptr);

    const Sums& statistics() const { return statistics_; }
    /// Counter of the sums of families that are not there; null where they cannot be counted.
    const SumsOnDemand* others() const { return others_; }

    /// True if sums over just these members are there.
    bool has(const Family& family) const;
    /// True if any row has all members of a family with a continuous child.
    bool has_values(const Family& family) const;

    /// The sums of a family with a continuous child, one entry per configuration of its discrete
    /// parents.
    GaussianSums gaussian(const Family& family) const;

    /// The counts with the axes in the order of this family. Throws ArgumentError when the members
    /// were not counted together.
    FamilyCounts counts(const Family& family) const;

private:
    const FamilyMoments& stored_moments(const Family& family) const;

    const Sums& statistics_;
    const SumsOnDemand* others_;
    std::map<std::vector<ColumnId>, std::size_t> counts_of_;   ///< by members
    std::map<std::vector<ColumnId>, std::size_t> moments_of_;  ///< by members
};

}  // namespace pgm::learners
