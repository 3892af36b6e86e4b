#include <pgm/inference/detail/lanes/block_isa.hpp>
#include <pgm/inference/detail/lanes/block_run.hpp>

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace pgm::detail::kernels {
namespace {

#if defined(__AVX512F__)
/// Look-ups by permuting one or two registers, or by gathering. The forms with a mask, since g++ 12
/// warns of the others' undefined lanes.
struct Isa {
    static constexpr __mmask8 all = 0xff;

    [[gnu::always_inline]] static __m512i wide(RowCodes index) {
        return _mm512_maskz_cvtepu32_epi64(all, __builtin_bit_cast(__m256i, index));
    }
    [[gnu::always_inline]] static RowPack look_up(const double* table, RowCodes index) {
        return _mm512_mask_i32gather_pd(RowPack{}, all, __builtin_bit_cast(__m256i, index), table,
                                        8);
    }
    [[gnu::always_inline]] static RowPack look_up_8(const double* table, RowCodes index) {
        return _mm512_maskz_permutexvar_pd(all, wide(index), _mm512_loadu_pd(table));
    }
    [[gnu::always_inline]] static RowPack look_up_16(const double* table, RowCodes index) {
        return _mm512_permutex2var_pd(_mm512_loadu_pd(table), wide(index),
                                      _mm512_loadu_pd(table + 8));
    }
};
#else
struct Isa : LookUpByRow {};
#endif

}  // namespace

void read_codes_avx512(const BlockMemory& memory) {
    BlockRun<Isa>::read_columns(memory);
}

void add_normals_avx512(const BlockList& list, const BlockMemory& memory) {
    BlockRun<Isa>::add_all_normals(list, memory);
}

void run_block_avx512(const BlockList& list, const BlockMemory& memory) {
    BlockRun<Isa>::run(list, memory);
}

}  // namespace pgm::detail::kernels
