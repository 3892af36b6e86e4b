#pragma once

#include <pgm/core/random.hpp>
#include <pgm/table/scope.hpp>

#include <cstdint>
#include <span>
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
/// The constructor checks the shape only; NetworkBuilder checks bandwidths and numbers.
class KernelDensityCpd {
public:
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

    /// The logarithm of the density of X at x, -inf where it is zero.
    double log_density(std::size_t row, double x) const;
    /// Takes two numbers from `rng`.
    double sample(std::size_t row, Rng& rng) const;

    friend bool operator==(const KernelDensityCpd&, const KernelDensityCpd&) = default;

private:
    VariableId child_;
    Scope discrete_;
    Kernel kernel_;
    std::vector<Row> rows_;
};

/// One row of a KernelDensityCpd, ready to be evaluated at many places. Refers to the row, which
/// must live as long.
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
class KernelDensity {
public:
    KernelDensity(KernelDensityCpd::Kernel kernel, const KernelDensityCpd::Row& row);

    /// log p(x); -inf where the density is zero, which only a tophat's can be, or beyond all
    /// doubles.
    double log_density(double x) const;

private:
    double log_gaussian(double x) const;
    double log_tophat(double x) const;

    const KernelDensityCpd::Row* row_;
    KernelDensityCpd::Kernel kernel_;
    double total_weight_;
    double log_scale_;  ///< -log(h sum w) and what belongs to the kernel
};

}  // namespace pgm
