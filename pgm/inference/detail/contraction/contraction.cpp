#include <pgm/inference/detail/contraction/contraction.hpp>

namespace pgm::detail {

std::int64_t run_contractions(const ContractionList& list, double* arena) {
    static const ContractionKernels best =
        simd::best([](auto instruction_set) { return contraction_kernels(instruction_set); });
    return best.run(list, arena);
}

}  // namespace pgm::detail
