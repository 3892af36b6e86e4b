#pragma once

#include <learners/score/detail/row_sets.hpp>
#include <learners/score/score.hpp>
#include <pgm/core/ids.hpp>
#include <pgm/data/dataset.hpp>

#include <Eigen/Core>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// The score of families with a continuous child, by the formulas of Score; of ebic its part that
/// is bic.
///
/// Scatters are summed once for every set of discrete parents that is asked for, not for every
/// family. A regression is done in doubles; where that would lose more than three digits of the
/// residual, in numbers of 106 bits; and where these do not do either, in 100 decimal digits from
/// exact sums.
///
/// With discrete parents a configuration may have few rows, or rows that are all equal, and the
/// likelihood of its regression no bound. So a child that varies less in a configuration than its
/// resolution leaves open (column_resolution.hpp) is constant there, with that variance; and where
/// a configuration has no more different rows than the regression has coefficients, its residuals
/// do not show the variance, which is then that of the column. Of more rows the child may still be
/// an exact function of its parents that is not constant; such a family has no score.
class GaussianScore {
public:
    /// The data must outlive the score. About `max_kept_bytes` of sums are kept.
    GaussianScore(const Dataset& data, const Score& score, std::size_t threads,
                  std::size_t max_kept_bytes);

    /// The parents may be of both kinds, ascending.
    double operator()(ColumnId child, std::span<const ColumnId> parents) const;

    /// The configurations whose variance is the least that the resolution allows.
    std::size_t configurations_at_resolution(ColumnId child,
                                             std::span<const ColumnId> parents) const;
    /// The resolution of a continuous column, if there are discrete ones.
    double resolution(ColumnId column) const { return resolutions_[column.index()]; }

private:
    /// A family by what its sums need.
    struct FamilyMembers {
        std::vector<ColumnId> rows_by;  ///< discrete parents, and members with missing values
        std::vector<ColumnId> numbers;  ///< the continuous parents, the child last
        double configurations = 1;
        bool has_discrete = false;
    };
    /// The squared residuals of a regression in one group; null where the child is an exact
    /// function of its parents.
    using Residuals = std::optional<double>;

    FamilyMembers members_of(ColumnId child, std::span<const ColumnId> parents) const;
    std::shared_ptr<RowSet> rows_of(const FamilyMembers& members) const;
    Residuals residuals(RowSet& rows, std::size_t group, const FamilyMembers& members,
                        std::span<double> scatter) const;
    double variance_of(ColumnId column) const;
    double log_likelihood(const FamilyMembers& members, std::size_t* at_resolution = nullptr) const;
    double regression_score(const FamilyMembers& members) const;
    double bge(const FamilyMembers& members) const;

    const Dataset& data_;
    Score score_;
    double rows_ = 0;             ///< the weight of all rows
    std::size_t continuous_ = 0;  ///< how many columns are
    std::vector<bool> has_missing_;
    std::vector<double> resolutions_;  ///< by column
    std::unique_ptr<RowSets> sets_;
    std::shared_ptr<RowSet> all_rows_;
};

}  // namespace pgm::learners::detail
