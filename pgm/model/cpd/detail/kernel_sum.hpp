#pragma once

#include <pgm/core/simd/detail/dispatch.hpp>

#include <cstddef>

namespace pgm::detail {

/// A sum of Gaussian kernels: the sum over i < count of w_i exp(((a - d_i) (a + d_i)) k), where d_i
/// = x - points[i].
struct KernelSum {
    const double* points;
    const double* weights;  ///< null: all 1
    std::size_t count;
    double x;
    double a;  ///< the smallest |d_i| with a positive weight
    double k;  ///< 1 / (2 bandwidth^2)
};

/// The sum, by the best instruction set of the processor; the same bits from all of them. Eight
/// partial sums take the points one after the other, and are added in pairs.
double kernel_sum(const KernelSum& sum);

/// A build of kernel_sum_simd.cpp.
struct KernelSumKernels {
    double (*run)(const KernelSum& sum);
};
KernelSumKernels kernel_sum_kernels(simd::Baseline);
KernelSumKernels kernel_sum_kernels(simd::Avx2);
KernelSumKernels kernel_sum_kernels(simd::Avx512);

}  // namespace pgm::detail
