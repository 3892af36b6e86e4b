#include <pgm/model/cpd/detail/kernel_sum.hpp>

#include <pgm/core/simd/detail/processor.hpp>

namespace pgm::detail::kernels {
namespace {

using SumFunction = double (*)(const KernelSum&);

SumFunction best_for_this_processor() {
    if (has_avx512()) return kernel_sum_avx512;
    if (has_avx2()) return kernel_sum_avx2;
    return kernel_sum_baseline;
}

}  // namespace

double kernel_sum(const KernelSum& sum) {
    static const SumFunction run = best_for_this_processor();
    return run(sum);
}

}  // namespace pgm::detail::kernels
