#pragma once

#include <pgm/inference/detail/continuous/continuous_component.hpp>

#include <Eigen/Core>
#include <Eigen/QR>

#include <cmath>
#include <optional>
#include <span>
#include <vector>

namespace pgm::detail {

/// The linear Gaussians of one component in one configuration of its discrete parents: the density
/// of the observed variables Y, the hidden variables U integrated out, and the distribution of U
/// given Y.
///
/// With every known value put in for what it is a parent of, U is a linear function of independent
/// standard normals, U = m + T e with T lower triangular, built from the regressions in topological
/// order, and Y is linear in it, Y = C + S U + D^(1/2) e'. So Y ~ N(C + S m, A A^T) with the m
/// x (u + m) matrix A = [S T, D^(1/2)], and with the triangular factor of a Householder
/// decomposition A^T = Q R,
///
///     log p(y) = -(m/2) log 2 pi - sum_i log |r_ii| - |R^-T (y - C - S m)|^2 / 2.
///
/// The covariance itself is never formed: its condition number would be the square of A's, and a
/// Cholesky factor of it fails where this one still has seven digits.
///
/// Given Y = y the noises are (e, e') = Q_1 R^-T (y - C - S m) + Q_2 z, where Q_1 has as many
/// columns as there are observed variables, Q_2 the others, and z is standard normal. So a row t of
/// [T, 0] makes of a hidden variable
///
///     N( m_u + t Q_1 R^-T (y - C - S m),  |t Q_2|^2 ),
///
/// a variance without a difference of large numbers.
///
/// Where variances are 0, A may have dependent rows. Y then lies in a subspace, found by a
/// decomposition with pivots, outside which the density is zero. Inside, it is beyond all numbers:
/// log_density() is the density in that subspace, and point_masses() by how many dimensions it is
/// smaller. Of several configurations those with the most are infinitely more probable.
///
/// One object is for many configurations of one component, one after the other: its memory is kept,
/// so that after the first nothing is allocated (components of more than 48 observed variables
/// excepted, which are decomposed in blocks). The decomposition depends on no value, so it is kept
/// for as long as it is prepared for the same families.
class GaussianIntegral {
public:
    /// For one configuration of the discrete parents: `row_of[v]` is the row of the family of each
    /// member, by variable, and `kernel_of[v]` the component of a hidden member that is a mixture
    /// of kernels (kernels()). The network must live as long as log_density() is called.
    void prepare(const BayesianNetwork& network, const ContinuousComponent& component,
                 std::span<const std::size_t> row_of, std::span<const DensityComponent> kernel_of);

    /// log p(y) for one row of values: `values[v]` points to those of variable v, for all known
    /// variables; `at` is the row. 0 where nothing is observed.
    double log_density(std::span<const double* const> values, std::size_t at);
    /// The codimension of the subspace of the observed variables.
    std::size_t point_masses() const {
        return observed_.size() - static_cast<std::size_t>(factor_.rows());
    }

    /// The distribution of a hidden variable given the row of the last log_density(). The
    /// covariance of two is the product of their deviations.
    struct Conditional {
        double mean = 0;
        Eigen::VectorXd deviations;  ///< factors of independent standard normal numbers

        double sd() const { return deviations.stableNorm(); }
    };
    void condition(VariableId hidden, Conditional& conditional) const;
    /// The distribution of a linear function of hidden and known variables.
    void condition(std::span<const VariableId> variables, std::span<const double> slopes,
                   std::span<const double* const> values, std::size_t at,
                   Conditional& conditional) const;
    /// The length of deviations.
    Eigen::Index noises() const { return transposed_.rows(); }

    struct Term {
        VariableId hidden;
        double slope;
    };
    /// A distribution for all rows of known values: a mean that is an affine function of them, and
    /// a standard deviation that does not depend on them.
    struct LinearPredictor {
        double intercept = 0;
        std::vector<double> slopes;  ///< by variable; 0 for those that are not known
        double sd = 0;
    };
    /// Adds the predictor of a linear function of hidden variables to one of something independent.
    void add_predictor(std::span<const Term> terms, LinearPredictor& predictor) const;

    /// How a linear function of hidden variables depends on what is observed, for all values alike:
    /// its mean is the function of prior_means() plus `on_distances` times distances(), and
    /// `sd` is the standard deviation of what is left.
    struct Gain {
        Eigen::VectorXd on_distances;
        double sd = 0;
    };
    void gain(std::span<const Term> terms, Gain& gain) const;
    /// Standardised residuals of the observed values in the row of the last log_density(): R^-T (y
    /// - C - S m).
    const Eigen::VectorXd& distances() const { return distance_; }
    /// Means of the hidden variables in that row, before they are conditioned on the observed
    /// values.
    const Eigen::VectorXd& prior_means() const { return means_; }

    /// The number of cells, all or one, of which decompositions of components of so many members
    /// are kept: while all that are kept take a few megabytes. `kept_numbers`, which they have
    /// together, grows.
    static std::size_t kept_cells(std::size_t cells, std::size_t members,
                                  std::size_t& kept_numbers);

private:
    /// A family's mean, split by what is known.
    struct SplitRegression {
        VariableId child;
        std::span<const VariableId> parents;  ///< the continuous ones
        double intercept;
        std::span<const double> slopes;
        double sd;  ///< of the noise

        /// True of the same numbers in the same place.
        bool is_same(const SplitRegression& other) const {
            return child == other.child && parents.data() == other.parents.data() &&
                   slopes.data() == other.slopes.data() && intercept == other.intercept &&
                   sd == other.sd;
        }
    };
    static constexpr Eigen::Index not_hidden = -1;

    bool list_members(const BayesianNetwork& network, const ContinuousComponent& component,
                      std::span<const std::size_t> row_of,
                      std::span<const DensityComponent> kernel_of);
    void number_hidden(std::size_t variables);
    void decompose();
    void choose_units(bool is_common);
    double in_unit(double x, Eigen::Index observed) const;
    void decompose_with_pivots();
    void condition_on_observed(Conditional& conditional) const;
    bool solve_in_subspace();
    void rotate(Eigen::VectorXd& row) const;
    double mean(const SplitRegression& regression, std::span<const double* const> values,
                std::size_t at) const;

    std::vector<SplitRegression> hidden_, observed_;
    std::vector<VariableId> numbered_;  ///< the hidden ones that number_ knows
    std::vector<Eigen::Index> number_;  ///< by variable: among the hidden ones, or not_hidden
    bool is_decomposed_ = false;
    Eigen::MatrixXd roots_;       ///< T, transposed
    Eigen::MatrixXd transposed_;  ///< A^T, observed variables in units of 2^exponents_
    std::vector<int> exponents_;  ///< 0 for all whose squares are far within the doubles
    Eigen::HouseholderQR<Eigen::MatrixXd> decomposition_;
    Eigen::MatrixXd factor_;  ///< R, of as many rows as Y has dimensions
    /// Decomposition with pivots, used if Y lies in a subspace.
    std::optional<Eigen::ColPivHouseholderQR<Eigen::MatrixXd>> pivoted_;
    Eigen::VectorXd means_, distance_;  ///< of the hidden variables; R^-T (y - C - S m)
    Eigen::VectorXd sizes_;             ///< of the numbers that the distances are differences of
    double log_scale_ = 0;              ///< -(m/2) log 2 pi - sum log |r_ii|
};

}  // namespace pgm::detail
