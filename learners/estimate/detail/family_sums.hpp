#pragma once

#include <learners/estimate/detail/gaussian_estimation.hpp>
#include <pgm/data/statistics.hpp>

#include <map>
#include <vector>

namespace pgm::learners::detail {

/// The sums of families as estimation wants them, whatever child and order of parents they were
/// counted under: the counts of (class, a, b) serve P(b | class, a) and P(a | class, b) alike.
/// Refers to the statistics, which must live as long.
class FamilySums {
public:
    explicit FamilySums(const Statistics& statistics);

    const Statistics& statistics() const { return statistics_; }

    /// Whether sums over just these members are there.
    bool has(const Family& family) const;
    /// Whether any row has all members of a family with a continuous child.
    bool has_values(const Family& family) const;

    /// The sums of a family with a continuous child, one entry per configuration of its discrete
    /// parents.
    GaussianSums gaussian(const Family& family) const;

    /// The counts with the axes in the order of this family. Throws ArgumentError when the members
    /// were not counted together.
    FamilyCounts counts(const Family& family) const;

private:
    const FamilyMoments& stored_moments(const Family& family) const;

    const Statistics& statistics_;
    std::map<std::vector<ColumnId>, std::size_t> counts_of_;   ///< by members
    std::map<std::vector<ColumnId>, std::size_t> moments_of_;  ///< by members
};

}  // namespace pgm::learners::detail
