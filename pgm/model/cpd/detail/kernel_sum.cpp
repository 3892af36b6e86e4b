#include <pgm/model/cpd/detail/kernel_sum.hpp>

namespace pgm::detail {

double kernel_sum(const KernelSum& sum) {
    static const KernelSumKernels best =
        simd::best([](auto instruction_set) { return kernel_sum_kernels(instruction_set); });
    return best.run(sum);
}

}  // namespace pgm::detail
