#pragma once

#include <pgm/inference/detail/continuous/continuous_component.hpp>

#include <Eigen/Core>
#include <Eigen/QR>

#include <span>
#include <vector>

namespace pgm::detail {

/// The density of the measured variables Y of one component of linear Gaussians, in one
/// configuration of its discrete parents, the hidden variables U integrated out.
///
/// With every known value put in for what it is a parent of, U is a linear function of independent
/// standard normals, U = m + T e with T lower triangular, built from the regressions in topological
/// order, and Y is measured from it, Y = C + S U + D^(1/2) e'. So Y ~ N(C + S m, A A^T) with the m
/// x (u + m) matrix A = [S T, D^(1/2)], and with the triangular factor of a Householder
/// decomposition A^T = Q R,
///
///     log p(y) = -(m/2) log 2 pi - sum_i log |r_ii| - |R^-T (y - C - S m)|^2 / 2.
///
/// The covariance itself is never formed: its condition number would be the square of A's, and a
/// Cholesky factor of it fails where this one still has seven digits. A is never singular, for
/// variances are positive; that those of Y alone may be tiny (a deterministic relation between
/// measured and hidden variables) is no special case.
///
/// One object is for many configurations of one component, one after the other: its memory is kept,
/// so that after the first nothing is allocated (components of more than 48 measured variables
/// excepted, which are decomposed in blocks).
class GaussianIntegral {
public:
    /// For one configuration of the discrete parents: `row_of[v]` is the row of the family of each
    /// member, by variable. The network must live as long as log_density() is called.
    void prepare(const BayesianNetwork& network, const ContinuousComponent& component,
                 std::span<const std::size_t> row_of);

    /// log p(y) for one row of values: `values[v]` points to those of variable v, for all known
    /// variables; `at` is the row.
    double log_density(std::span<const double* const> values, std::size_t at);

private:
    /// A family's mean, split by what is known.
    struct Regression {
        VariableId child;
        std::span<const VariableId> parents;  ///< the continuous ones
        const LinearGaussianCpd::Row* row;
    };
    static constexpr Eigen::Index not_hidden = -1;

    void list_members(const BayesianNetwork& network, const ContinuousComponent& component,
                      std::span<const std::size_t> row_of);
    void decompose();
    double mean(const Regression& regression, std::span<const double* const> values,
                std::size_t at) const;

    std::vector<Regression> hidden_, measured_;
    std::vector<Eigen::Index> number_;  ///< by variable: among the hidden ones, or not_hidden
    Eigen::MatrixXd roots_;             ///< T, transposed
    Eigen::MatrixXd transposed_;        ///< A^T
    Eigen::HouseholderQR<Eigen::MatrixXd> decomposition_;
    Eigen::MatrixXd factor_;            ///< R
    Eigen::VectorXd means_, distance_;  ///< of the hidden variables; of the measured ones
    double log_scale_ = 0;              ///< -(m/2) log 2 pi - sum log |r_ii|
};

}  // namespace pgm::detail
