#pragma once

#include <learners/families/family_sums.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// The least-squares regression of one variable on others, with an intercept for every group of
/// rows and slopes that the groups share.
struct Regression {
    std::vector<double> intercepts;  ///< one per group; the common one for a group without rows
    double common_intercept = 0;     ///< that of all rows together with these slopes
    /// 0 for a regressor that depends on the intercept and the regressors before it.
    std::vector<double> slopes;
    double variance = 0;   ///< sum of squared residuals / sum of weights
    std::size_t rank = 0;  ///< number of regressors that depend on none before them
    bool exact = false;    ///< the variable itself depends on the regressors: its variance is 0

    friend bool operator==(const Regression&, const Regression&) = default;
};

/// The regressions of X_0 on nothing, X_1 on X_0, X_2 on X_0 and X_1, and so on: entry j has j
/// slopes. One factorisation serves them all, which is why a multivariate Gaussian is fitted this
/// way; for a single regression take the last entry.
///
/// The covariances are formed from the exact sums and factored as L D L' in numbers of 100 decimal
/// digits, so neither cancellation (a mean of 1e12 with a spread of 1) nor an ill-conditioned
/// covariance (a condition of 1e30) reaches the 53 bits of the results: squaring the condition
/// number, the vice of normal equations in doubles, costs digits that are there. What remains is
/// what rounding the data themselves has done.
///
/// Rank: X_j depends on the variables before it when the root of its mean squared residual is at
/// most 2^-51 of its root mean square, four roundings of the data: what a column that was computed
/// from others looks like. The first of several dependent columns stays. No rows at all: everything
/// 0.
std::vector<Regression> regression_chain(std::span<const SumsOfProducts> groups,
                                         std::size_t variables);

/// The weight of the rows, the means of the first `regressors` variables and the lower triangle of
/// their scatter, row by row: how well the regression of another variable on them is known
/// (BayesianNetwork::row_weights()). All 0 of no rows.
std::vector<double> regressor_weights(const SumsOfProducts& sums, std::size_t regressors);

}  // namespace pgm::learners::detail
