#include <pgm/data/detail/exact/exact_kernels.hpp>

#include <cmath>

namespace pgm::detail {

bool kernels::is_cut_exactly(double x, int bound) {
    const double scaled = std::ldexp(x, 66 - bound);
    return scaled == std::nearbyint(scaled) && (scaled != 0 || x == 0);
}

const ExactKernels& exact_kernels() {
    static const ExactKernels best =
        simd::best([](auto instruction_set) { return exact_kernels(instruction_set); });
    return best;
}

}  // namespace pgm::detail
