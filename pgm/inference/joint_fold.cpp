#include <pgm/inference/joint_fold.hpp>

namespace pgm {
namespace {

using FoldFunction = double (*)(const kernels::JointFold&, double*);

FoldFunction best_fold() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
        return kernels::fold_joint_avx512;
#endif
    return kernels::fold_joint_baseline;
}

}  // namespace

double fold_joint(const kernels::JointFold& fold, double* sums) {
    static const FoldFunction run = best_fold();
    return run(fold, sums);
}

}  // namespace pgm
