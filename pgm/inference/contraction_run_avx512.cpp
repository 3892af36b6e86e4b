#include <pgm/inference/contraction_run.hpp>

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace pgm::kernels {
namespace {

#if defined(__AVX512F__)
/// Parts of a pack by masked instructions.
struct Isa {
    [[gnu::always_inline]] static Pack load_some(const double* p, std::uint32_t count) { return _mm512_maskz_loadu_pd(mask(count), p); }
    [[gnu::always_inline]] static void store_some(double* p, Pack pack, std::uint32_t count) { _mm512_mask_storeu_pd(p, mask(count), pack); }
    [[gnu::always_inline]] static __mmask8 mask(std::uint32_t count) { return static_cast<__mmask8>((1u << count) - 1); }
};
#else
struct Isa : PartsByCell {};
#endif

}  // namespace

std::int64_t run_avx512(const ContractionList& list, double* arena) { return Run<Isa>::run(list, arena); }

}  // namespace pgm::kernels
