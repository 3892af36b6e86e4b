#pragma once

#include <pgm/core/random.hpp>
#include <pgm/model/cpd/cpd_family.hpp>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pgm {

/// A normal distribution whose mean is linear in the continuous parents, with parameters of its own
/// for each configuration of the discrete parents:
///
///     X | D = d, C = c   ~   N( intercept_d + slope_d1 c_1 + ... + slope_dm c_m,  variance_d )
///
/// (the conditional linear Gaussian of Lauritzen and Wermuth 1989, "Graphical models for
/// associations between variables, some of which are qualitative and some quantitative"). Without
/// continuous parents it is a Gaussian per configuration, as in Gaussian naive Bayes. Features that
/// form a complete DAG below the class are a multivariate Gaussian per class, as in quadratic
/// discriminant analysis. Row i belongs to the i-th cell of discrete_scope().
///
/// A variance of 0 makes X a linear function of its parents: a point mass, whose density is
/// infinite there, to rounding, and zero elsewhere.
///
/// The constructor checks the shape only; NetworkBuilder checks that numbers are finite and
/// variances not negative.
class LinearGaussianCpd {
public:
    static constexpr std::string_view kind = "linear Gaussian";

    /// The parameters of one configuration. The variance is in squared units of X, a slope in units
    /// of X per unit of its parent.
    struct Row {
        double intercept = 0;
        std::vector<double> slopes;  ///< one per continuous parent
        double variance = 1;

        friend bool operator==(const Row&, const Row&) = default;
    };

    /// True if rows share parameters, as in linear discriminant analysis. Tying changes no density,
    /// only the number of free parameters.
    enum class Tying : std::uint8_t { none, slopes_and_variance };

    /// Throws ArgumentError when a variable occurs twice, unless there is one row per configuration
    /// with one slope per continuous parent, and when tied rows differ in a slope or in the
    /// variance.
    LinearGaussianCpd(VariableId child, Scope discrete_parents,
                      std::vector<VariableId> continuous_parents, std::vector<Row> rows,
                      Tying tying = Tying::none);

    VariableId child() const { return child_; }
    /// The discrete parents, then the continuous ones.
    std::span<const VariableId> parents() const { return parents_; }
    const Scope& discrete_scope() const { return discrete_; }
    std::span<const VariableId> continuous_parents() const {
        return std::span(parents_).subspan(discrete_.size());
    }

    std::size_t row_count() const { return rows_.size(); }
    const Row& row(std::size_t i) const { return rows_[i]; }
    Tying tying() const { return tying_; }

    /// The number of intercepts, slopes and variances; shared ones count once.
    std::size_t parameter_count() const;
    std::size_t stored_numbers() const { return rows_.size() * (continuous_parents().size() + 2); }
    void check(const ReportNumber& report) const;

    /// The mean of X in a row; `parents` are the values of continuous_parents().
    double mean(std::size_t row, std::span<const double> parents) const;
    /// The logarithm of the density of X at x; infinite at a point mass.
    double log_density(std::size_t row, std::span<const double> parents, double x) const;
    /// Takes one number from `rng`.
    double sample(std::size_t row, std::span<const double> parents, Rng& rng) const;

    /// The regression of X on its continuous parents in a row. A kind that has this member is
    /// linear Gaussian, so it can be integrated out.
    const Row& regression(std::size_t row) const { return rows_[row]; }

    /// The tying (0 none, 1 slopes and variance); then per row intercept, slopes, variance.
    std::vector<double> numbers() const;
    /// Throws ArgumentError when the numbers do not fit the family.
    static LinearGaussianCpd from_numbers(const CpdFamily& family, std::span<const double> numbers);

    friend bool operator==(const LinearGaussianCpd&, const LinearGaussianCpd&) = default;

private:
    VariableId child_;
    Scope discrete_;
    std::vector<VariableId> parents_;
    std::vector<Row> rows_;
    Tying tying_;
};

}  // namespace pgm
