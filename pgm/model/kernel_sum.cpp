#include <pgm/model/kernel_sum.hpp>

namespace pgm::kernels {
namespace {

using SumFunction = double (*)(const KernelSum&);

SumFunction best_for_this_processor() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq")) return kernel_sum_avx512;
    if (__builtin_cpu_supports("avx2")) return kernel_sum_avx2;
#endif
    return kernel_sum_baseline;
}

}  // namespace

double kernel_sum(const KernelSum& sum) {
    static const SumFunction run = best_for_this_processor();
    return run(sum);
}

}  // namespace pgm::kernels
