#include <pgm/inference/detail/contraction/contraction_run.hpp>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace pgm::detail::kernels {
namespace {

#if defined(__AVX2__)
/// Parts of a pack by masked instructions on its two halves; what a tile reads cell by cell.
struct Isa : PartsByCell<PackOfFours> {
    [[gnu::always_inline]] static Pack load_some(const double* p, std::uint32_t count) {
        return {_mm256_maskload_pd(p, mask(count)),
                _mm256_maskload_pd(p + 4, mask(count > 4 ? count - 4 : 0))};
    }
    [[gnu::always_inline]] static void store_some(double* p, Pack pack, std::uint32_t count) {
        _mm256_maskstore_pd(p, mask(count), pack.low);
        _mm256_maskstore_pd(p + 4, mask(count > 4 ? count - 4 : 0), pack.high);
    }
    /// The first `count` of four.
    [[gnu::always_inline]] static __m256i mask(std::uint32_t count) {
        return _mm256_cmpgt_epi64(_mm256_set1_epi64x(static_cast<long long>(count)),
                                  _mm256_setr_epi64x(0, 1, 2, 3));
    }
};
#else
struct Isa : PartsByCell<PackOfTwos> {};
#endif

}  // namespace

std::int64_t run_avx2(const ContractionList& list, double* arena) {
    return Run<Isa>::run(list, arena);
}

}  // namespace pgm::detail::kernels
