#pragma once

#include <pgm/model/cpd/kernel_density_cpd.hpp>

#include <vector>

namespace pgm::detail {

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

}  // namespace pgm::detail
