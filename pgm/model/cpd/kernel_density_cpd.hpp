#pragma once

#include <pgm/core/random.hpp>
#include <pgm/model/cpd/cpd_family.hpp>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pgm {

/// A kernel density estimate for each configuration d of the discrete parents, with points x_i,
/// weights w_i and bandwidth h_d:
///
///     p(x | d)  =  sum_i w_i K((x - x_i) / h_d)  /  (h_d sum_i w_i)
///
///     gaussian   K(z) = exp(-z^2 / 2) / sqrt(2 pi)
///     tophat     K(z) = 1/2 for |z| <= 1, otherwise 0
///
/// (Rosenblatt 1956; Parzen 1962). Unlike the other distributions it stores its data. It has no
/// continuous parents. A tophat density is zero where no point lies within h of x; if that is so
/// for every state of the parents, the evidence is impossible.
///
/// Far from all points the density of a Gaussian kernel is smaller than any double, its logarithm
/// is not: with z_i = (x - x_i) / h the sum is taken relative to the nearest point x_0,
///
///     log p(x) = -z_0^2 / 2 + log sum_i w_i exp((z_0^2 - z_i^2) / 2)
///              - log(h sqrt(2 pi) sum_i w_i),
///
/// over those points only that could change it: the others together are less than 2^-60 of the sum,
/// a sixteenth of a thousandth of its rounding. A window of the sorted points holds them. A tophat
/// is two bisections.
///
/// The constructor checks the shape only; NetworkBuilder checks bandwidths and numbers.
class KernelDensityCpd {
public:
    static constexpr std::string_view kind = "kernel density";

    enum class Kernel : std::uint8_t { gaussian, tophat };

    /// The density of one configuration. Bandwidth and points are in units of X.
    struct Row {
        /// At least one point, in ascending order. The constructor sorts points together with their
        /// weights and drops those of weight 0.
        std::vector<double> points;
        std::vector<double> weights;  ///< empty: all equal
        double bandwidth = 1;

        friend bool operator==(const Row&, const Row&) = default;
    };

    /// Throws ArgumentError unless there is one row per configuration, each with at least one point
    /// and with no weights or one per point; also when a variable occurs twice.
    KernelDensityCpd(VariableId child, Scope discrete_parents, Kernel kernel,
                     std::vector<Row> rows);

    VariableId child() const { return child_; }
    std::span<const VariableId> parents() const { return discrete_.variables(); }
    const Scope& discrete_scope() const { return discrete_; }
    Kernel kernel() const { return kernel_; }

    std::size_t row_count() const { return rows_.size(); }
    const Row& row(std::size_t i) const { return rows_[i]; }

    /// The number of points, weights and bandwidths.
    std::size_t parameter_count() const;

    std::size_t stored_numbers() const { return parameter_count(); }
    void check(const ReportNumber& report) const;

    /// The logarithm of the density of X at x; -inf where it is zero, which only a tophat's can be,
    /// or beyond all doubles. There are no continuous parents.
    double log_density(std::size_t row, std::span<const double> parents, double x) const;
    /// Takes two numbers from `rng`.
    double sample(std::size_t row, std::span<const double> parents, Rng& rng) const;

    /// The density of a row as the mixture that it is, a component for each point.
    std::vector<DensityComponent> kernels(std::size_t row) const;
    /// The data of a row, for learners that add more.
    const Row& kept_points(std::size_t row) const { return rows_[row]; }

    /// The kernel (0 gaussian, 1 tophat); then per row the bandwidth, the number of points, 1 if
    /// they have weights, otherwise 0, the points and the weights.
    std::vector<double> numbers() const;
    /// Throws ArgumentError when the numbers do not fit the family.
    static KernelDensityCpd from_numbers(const CpdFamily& family, std::span<const double> numbers);

    friend bool operator==(const KernelDensityCpd& a, const KernelDensityCpd& b) {
        return a.child_ == b.child_ && a.discrete_ == b.discrete_ && a.kernel_ == b.kernel_ &&
               a.rows_ == b.rows_;
    }

private:
    /// Numbers that all densities of a row share.
    struct Constants {
        double total_weight;
        double log_scale;  ///< -log(h sum w) and what belongs to the kernel
    };

    double log_gaussian(std::size_t row, double x) const;
    double log_tophat(std::size_t row, double x) const;

    VariableId child_;
    Scope discrete_;
    Kernel kernel_;
    std::vector<Row> rows_;
    std::vector<Constants> constants_;  ///< by row
};

}  // namespace pgm
