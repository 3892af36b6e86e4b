#pragma once

#include <cstddef>

namespace pgm::detail::kernels {

/// What a sum of Gaussian kernels needs to know: sum over i < count of w_i exp(((a - d_i) (a +
/// d_i)) k), d_i = x - points[i].
struct KernelSum {
    const double* points;
    const double* weights;  ///< null: all 1
    std::size_t count;
    double x;
    double a;  ///< the smallest |d_i| with a positive weight
    double k;  ///< 1 / (2 bandwidth^2)
};

/// The sum, by the best instruction set of the processor; the same bits from all of them. Eight
/// partial sums in turn, then those in pairs.
double kernel_sum(const KernelSum& sum);

// The three builds of kernel_sum_run.hpp. Each needs a processor that has its instructions.
double kernel_sum_baseline(const KernelSum& sum);
double kernel_sum_avx2(const KernelSum& sum);
double kernel_sum_avx512(const KernelSum& sum);

}  // namespace pgm::detail::kernels
