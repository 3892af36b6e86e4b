#pragma once

#include <pgm/core/random.hpp>
#include <pgm/table/scope.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pgm {

/// A normal distribution whose mean is linear in the continuous parents, with numbers of its own
/// for every configuration of the discrete ones:
///
///     X | D = d, C = c   ~   N( intercept_d + slope_d1 c_1 + ... + slope_dm c_m,  variance_d )
///
/// (the conditional linear Gaussian of Lauritzen and Wermuth 1989, "Graphical models for
/// associations between variables, some of which are qualitative and some quantitative"). Without
/// continuous parents it is a Gaussian per configuration, as in Gaussian naive Bayes; a complete
/// DAG over the features of one class is a multivariate Gaussian per class (quadratic discriminant
/// analysis). Discrete parents are counted as in a table: row i belongs to the i-th cell of
/// discrete_scope().
///
/// A plain value that promises its shape only; that all numbers are finite and variances positive
/// is checked by NetworkBuilder, with everything else.
class LinearGaussianCpd {
public:
    /// One configuration of the discrete parents. The variance is in squared units of X, a slope in
    /// units of X per unit of its parent.
    struct Row {
        double intercept = 0;
        std::vector<double> slopes;  ///< one per continuous parent
        double variance = 1;

        friend bool operator==(const Row&, const Row&) = default;
    };

    /// Whether rows share parameters. It changes no density, only what counts as a free parameter:
    /// linear discriminant analysis is the tied model.
    enum class Tying : std::uint8_t { none, slopes_and_variance };

    /// Throws ArgumentError unless there is one row per configuration and one slope per continuous
    /// parent in each, and, when tied, slopes and variance are the same in all rows; also when a
    /// variable occurs twice.
    LinearGaussianCpd(VariableId child, Scope discrete_parents,
                      std::vector<VariableId> continuous_parents, std::vector<Row> rows,
                      Tying tying = Tying::none);

    VariableId child() const { return child_; }
    /// The discrete ones, then the continuous ones.
    std::span<const VariableId> parents() const { return parents_; }
    const Scope& discrete_scope() const { return discrete_; }
    std::span<const VariableId> continuous_parents() const {
        return std::span(parents_).subspan(discrete_.size());
    }

    std::size_t row_count() const { return rows_.size(); }
    const Row& row(std::size_t i) const { return rows_[i]; }
    Tying tying() const { return tying_; }

    /// Intercepts, slopes and variances; shared ones count once.
    std::size_t parameter_count() const;

    /// The mean of X in a row; `parents` are the values of continuous_parents().
    double mean(std::size_t row, std::span<const double> parents) const;
    /// The logarithm of the density of X at x.
    double log_density(std::size_t row, std::span<const double> parents, double x) const;
    /// Takes one number from `rng`.
    double sample(std::size_t row, std::span<const double> parents, Rng& rng) const;

    friend bool operator==(const LinearGaussianCpd&, const LinearGaussianCpd&) = default;

private:
    VariableId child_;
    Scope discrete_;
    std::vector<VariableId> parents_;
    std::vector<Row> rows_;
    Tying tying_;
};

}  // namespace pgm
