#include <pgm/inference/detail/joint/joint_fold.hpp>

#include <pgm/core/simd/detail/processor.hpp>

namespace pgm::detail {

double fold_joint(const kernels::JointFold& fold, double* sums) {
    static const auto run =
        has_avx512() ? kernels::fold_joint_avx512 : kernels::fold_joint_baseline;
    return run(fold, sums);
}

kernels::JointMaximum maximise_joint(const kernels::JointFold& fold) {
    static const auto run =
        has_avx512() ? kernels::maximise_joint_avx512 : kernels::maximise_joint_baseline;
    return run(fold);
}

}  // namespace pgm::detail
