#include <pgm/inference/detail/contraction/contraction.hpp>

#include <pgm/core/simd/detail/processor.hpp>
#include <pgm/inference/detail/contraction/contraction_isa.hpp>

namespace pgm::detail {
namespace {

using RunFunction = std::int64_t (*)(const ContractionList&, double*);

RunFunction best_for_this_processor() {
    if (has_avx512()) return kernels::run_avx512;
    if (has_avx2()) return kernels::run_avx2;
    return kernels::run_baseline;
}

}  // namespace

std::int64_t run_contractions(const ContractionList& list, double* arena) {
    static const RunFunction run = best_for_this_processor();
    return run(list, arena);
}

}  // namespace pgm::detail
