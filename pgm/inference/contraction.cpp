#include <pgm/inference/contraction.hpp>
#include <pgm/inference/contraction_isa.hpp>

namespace pgm {
namespace {

using RunFunction = std::int64_t (*)(const ContractionList&, double*);

RunFunction best_for_this_processor() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq")) return kernels::run_avx512;
    if (__builtin_cpu_supports("avx2")) return kernels::run_avx2;
#endif
    return kernels::run_baseline;
}

}  // namespace

std::int64_t run_contractions(const ContractionList& list, double* arena) {
    static const RunFunction run = best_for_this_processor();
    return run(list, arena);
}

}  // namespace pgm
