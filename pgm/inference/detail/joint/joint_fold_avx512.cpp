#include <pgm/inference/detail/joint/joint_fold_run.hpp>

namespace pgm::detail::kernels {

double fold_joint_avx512(const JointFold& fold, double* sums) {
    return sums ? FoldRun(fold).run<true>(sums) : FoldRun(fold).run<false>(nullptr);
}

JointMaximum maximise_joint_avx512(const JointFold& fold) {
    return FoldRun(fold).maximise();
}

}  // namespace pgm::detail::kernels
