#include <pgm/inference/detail/joint/joint_fold.hpp>

namespace pgm::detail {

const JointKernels& joint_kernels() {
    static const JointKernels best =
        simd::best([](auto instruction_set) { return joint_kernels(instruction_set); });
    return best;
}

}  // namespace pgm::detail
