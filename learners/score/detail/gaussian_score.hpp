#pragma once

#include <learners/families/family_sums.hpp>
#include <learners/score/score.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/data/dataset.hpp>

#include <Eigen/Core>

#include <optional>
#include <span>

namespace pgm::learners::detail {

/// The score of families with a continuous child, by the formulas of Score, from exact moments.
///
/// Where no cell is missing and the continuous columns are few enough, the moments of all pairs of
/// them are summed once, and families without discrete parents are scored from these.
class GaussianScore {
public:
    /// `rows` is the weight of all rows. The data must outlive the score.
    GaussianScore(const Dataset& data, const Score& score, double rows, const Limits& limits,
                  std::size_t threads);

    /// The parents may be of both kinds, ascending.
    double operator()(ColumnId child, std::span<const ColumnId> parents) const;

private:
    void sum_all_pairs(std::size_t threads);
    GaussianSums sums_of(const Family& family) const;
    GaussianSums part_of_all(const Family& family) const;
    bool is_in_all_pairs(const Family& family) const;
    Eigen::MatrixXd part_of_scatter(const Family& family) const;
    /// The mean squared residual of a family in all_pairs_; null where doubles would lose more
    /// than three digits of it.
    std::optional<double> variance_in_doubles(const Family& family) const;
    double log_likelihood(const GaussianSums& sums) const;
    double regression_score(const Family& family) const;
    double bge(const Family& family) const;
    /// n times the covariances of the parents, then the child; `rows` becomes n.
    Eigen::MatrixXd scatter_of(const Family& family, double& rows) const;

    const Dataset& data_;
    Score score_;
    double rows_;
    Limits limits_;
    std::vector<Variable> schema_;
    std::size_t continuous_ = 0;  ///< how many columns are
    std::optional<GaussianSums> all_pairs_;
    std::optional<Eigen::MatrixXd> all_scatter_;  ///< the same about the means, in doubles
    std::vector<std::size_t> position_;           ///< by column, in all_pairs_
};

}  // namespace pgm::learners::detail
