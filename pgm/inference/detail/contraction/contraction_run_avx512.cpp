#include <pgm/inference/detail/contraction/contraction_run.hpp>

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace pgm::detail::kernels {
namespace {

#if defined(__AVX512F__)
/// Parts of a pack by masked instructions.
struct Isa {
    using Pack = PackOfEights;

    [[gnu::always_inline]] static Pack load_some(const double* p, std::uint32_t count) {
        return _mm512_maskz_loadu_pd(mask(count), p);
    }
    [[gnu::always_inline]] static void store_some(double* p, Pack pack, std::uint32_t count) {
        _mm512_mask_storeu_pd(p, mask(count), pack);
    }

    typedef std::int64_t Lanes __attribute__((vector_size(64)));
    // Masks of all lanes here and below: the compiler's header warns of its own undefined operands
    // otherwise.
    [[gnu::always_inline]] static Lanes lanes_of(const std::uint8_t (&lane)[8]) {
        return reinterpret_cast<Lanes>(_mm512_maskz_cvtepu8_epi64(
            0xff, _mm_loadl_epi64(reinterpret_cast<const __m128i*>(lane))));
    }

    template <AccessPattern R>
    struct Operand {
        const double* p;
        Lanes lane;
        [[gnu::always_inline]] Operand(const double* table, std::uint32_t first,
                                       const std::uint8_t (&tile_lane)[8])
            : p(table + first), lane(lanes_of(tile_lane)) {}
        [[gnu::always_inline]] Pack at(std::uint32_t step) const {
            const double* const q = p + step;
            if constexpr (R == AccessPattern::permuted)
                return _mm512_maskz_permutexvar_pd(0xff, reinterpret_cast<__m512i>(lane),
                                                   load_pack<Pack>(q));
            if constexpr (R == AccessPattern::permuted_pair)
                return _mm512_permutex2var_pd(load_pack<Pack>(q), reinterpret_cast<__m512i>(lane),
                                              load_pack<Pack>(q + 8));
            return _mm512_mask_i64gather_pd(Pack{}, 0xff, reinterpret_cast<__m512i>(lane), q,
                                            sizeof(double));
        }
    };

    [[gnu::always_inline]] static __mmask8 mask(std::uint32_t count) {
        return static_cast<__mmask8>((1u << count) - 1);
    }
};

template <>
struct Isa::Operand<AccessPattern::broadcast> {
    const double* p;
    [[gnu::always_inline]] Operand(const double* table, std::uint32_t first,
                                   const std::uint8_t (&tile_lane)[8])
        : p(table + first + tile_lane[0]) {}
    [[gnu::always_inline]] Pack at(std::uint32_t step) const { return broadcast<Pack>(p[step]); }
};

/// A table that was written a moment ago is read as it was written, in whole cache lines: anything
/// else would wait for the writing to end.
template <>
struct Isa::Operand<AccessPattern::resident> {
    Pack first, second;
    Lanes lane;
    [[gnu::always_inline]] Operand(const double* table, std::uint32_t start,
                                   const std::uint8_t (&tile_lane)[8])
        : first(load_pack<Pack>(table)),
          second(load_pack<Pack>(table + 8)),
          lane(lanes_of(tile_lane) + static_cast<std::int64_t>(start)) {}
    [[gnu::always_inline]] Pack at(std::uint32_t step) const {
        return _mm512_permutex2var_pd(
            first, reinterpret_cast<__m512i>(lane + static_cast<std::int64_t>(step)), second);
    }
};
#else
struct Isa : PartsByCell<PackOfTwos> {};
#endif

}  // namespace

std::int64_t run_avx512(const ContractionList& list, double* arena) {
    return Run<Isa>::run(list, arena);
}

}  // namespace pgm::detail::kernels
