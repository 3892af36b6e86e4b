#include <pgm/inference/joint_fold.hpp>

namespace pgm {
namespace {

bool has_avx512() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
#else
    return false;
#endif
}

}  // namespace

double fold_joint(const kernels::JointFold& fold, double* sums) {
    static const auto run = has_avx512() ? kernels::fold_joint_avx512 : kernels::fold_joint_baseline;
    return run(fold, sums);
}

kernels::JointMaximum maximise_joint(const kernels::JointFold& fold) {
    static const auto run = has_avx512() ? kernels::maximise_joint_avx512 : kernels::maximise_joint_baseline;
    return run(fold);
}

}  // namespace pgm
