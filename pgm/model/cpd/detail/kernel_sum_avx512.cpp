#include <pgm/model/cpd/detail/kernel_sum_run.hpp>

namespace pgm::detail::kernels {
namespace {
struct Isa {};
}  // namespace

double kernel_sum_avx512(const KernelSum& sum) {
    return KernelSumRun<Isa>::run(sum);
}

}  // namespace pgm::detail::kernels
