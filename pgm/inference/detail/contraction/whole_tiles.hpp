#pragma once

// Tiles whose eight cells are one register, where instructions permute it: AVX-512. Elsewhere
// half_tiles.hpp takes its place.

#include <pgm/inference/detail/contraction/tile_writer.hpp>

namespace pgm::detail::kernels {
namespace {

inline constexpr std::size_t access_patterns = 5;

/// Loads the cells of one operand for a tile.
template <AccessPattern Pattern>
struct Operand {
    const double* p;
    Words lane;
    [[gnu::always_inline]] Operand(const double* table, std::uint32_t first,
                                   const std::uint8_t (&tile_lane)[8])
        : p(table + first), lane(widened(tile_lane)) {}
    [[gnu::always_inline]] Pack at(std::uint32_t step) const {
        const double* const q = p + step;
        if constexpr (Pattern == AccessPattern::permuted) return permuted(load<Pack>(q), lane);
        if constexpr (Pattern == AccessPattern::permuted_pair)
            return permuted(load<Pack>(q), load<Pack>(q + pack_doubles), lane);
        return gathered(q, lane);
    }
};

template <>
struct Operand<AccessPattern::broadcast> {
    const double* p;
    [[gnu::always_inline]] Operand(const double* table, std::uint32_t first,
                                   const std::uint8_t (&tile_lane)[8])
        : p(table + first + tile_lane[0]) {}
    [[gnu::always_inline]] Pack at(std::uint32_t step) const { return broadcast<Pack>(p[step]); }
};

/// A table that was written a moment ago is read as it was written, in whole cache lines: anything
/// else would wait for the writing to end.
template <>
struct Operand<AccessPattern::resident> {
    Pack first, second;
    Words lane;
    [[gnu::always_inline]] Operand(const double* table, std::uint32_t start,
                                   const std::uint8_t (&tile_lane)[8])
        : first(load<Pack>(table)),
          second(load<Pack>(table + pack_doubles)),
          lane(widened(tile_lane) + static_cast<std::int64_t>(start)) {}
    [[gnu::always_inline]] Pack at(std::uint32_t step) const {
        return permuted(first, second, lane + static_cast<std::int64_t>(step));
    }
};

/// Tiles by the access patterns that all tiles of a contraction have in common.
struct ChosenTiles {
    /// Eight outputs at a time, reduced over the steps in registers.
    template <AccessPattern A, AccessPattern B, bool Max>
    static void tiles(const Contraction& c, const ContractionList& list, double* out,
                      const double* a, const double* b, bool accumulate) {
        const Step *const step = list.steps + c.first_step, *const end = step + c.steps;
        TileWriter to(c, list, out, accumulate);
        Pack sum;
        do {
            const Operand<A> from_a(a, to.tile->a, to.tile->a_lane);
            const Operand<B> from_b(b, to.tile->b, to.tile->b_lane);
            sum = from_a.at(step->a) * from_b.at(step->b);
            for (const Step* s = step + 1; s != end; ++s)
                sum = reduce<Max>(sum, from_a.at(s->a) * from_b.at(s->b));
        } while (to.write<Max>(sum));
    }

    /// Tiles in each of `fused_iterations` iterations of a loop in which only one operand moves: a,
    /// or else b.
    template <AccessPattern A, AccessPattern B, bool MovesA>
    static void fused_tiles(const Contraction& c, const ContractionList& list, double* out,
                            const double* a, const double* b, const Loop& iteration,
                            bool accumulate) {
        const Step *const step = list.steps + c.first_step, *const end = step + c.steps;
        const std::size_t out_stride = iteration.out, stride = MovesA ? iteration.a : iteration.b;
        using Moving = Operand<MovesA ? A : B>;
        using Staying = Operand<MovesA ? B : A>;
        const auto moving = [&](const Tile& t, std::size_t k) {
            return MovesA ? Moving(a + k * stride, t.a, t.a_lane)
                          : Moving(b + k * stride, t.b, t.b_lane);
        };
        TileWriter to(c, list, out, accumulate);
        do {
            const Tile& t = *to.tile;
            const Staying staying = MovesA ? Staying(b, t.b, t.b_lane) : Staying(a, t.a, t.a_lane);
            const Moving from[fused_iterations] = {moving(t, 0), moving(t, 1), moving(t, 2),
                                                   moving(t, 3)};
            Pack sum[fused_iterations], other = staying.at(MovesA ? step->b : step->a);
            for (std::uint32_t k = 0; k < fused_iterations; ++k)
                sum[k] = from[k].at(MovesA ? step->a : step->b) * other;
            for (const Step* s = step + 1; s != end; ++s) {
                other = staying.at(MovesA ? s->b : s->a);
#pragma GCC unroll 4
                for (std::uint32_t k = 0; k < fused_iterations; ++k)
                    sum[k] = reduce<false>(sum[k], from[k].at(MovesA ? s->a : s->b) * other);
            }
            for (std::uint32_t k = 0; k < fused_iterations; ++k)
                to.store<false>(sum[k], k * out_stride);
        } while (to.next());
    }

    /// Kernels by the access pattern of b.
    template <bool Max, AccessPattern A>
    static constexpr TileKernel tile_kernels[access_patterns] = {
        tiles<A, AccessPattern::resident, Max>, tiles<A, AccessPattern::broadcast, Max>,
        tiles<A, AccessPattern::permuted, Max>, tiles<A, AccessPattern::permuted_pair, Max>,
        tiles<A, AccessPattern::gathered, Max>};
    template <bool Max>
    [[gnu::always_inline]] static TileKernel tile_kernel(const Contraction& c) {
        static constexpr const TileKernel* of_a[access_patterns] = {
            tile_kernels<Max, AccessPattern::resident>, tile_kernels<Max, AccessPattern::broadcast>,
            tile_kernels<Max, AccessPattern::permuted>,
            tile_kernels<Max, AccessPattern::permuted_pair>,
            tile_kernels<Max, AccessPattern::gathered>};
        return of_a[static_cast<std::size_t>(c.a_access)][static_cast<std::size_t>(c.b_access)];
    }

    template <bool MovesA, AccessPattern A>
    static constexpr FusedKernel fused_kernels[access_patterns] = {
        fused_tiles<A, AccessPattern::resident, MovesA>,
        fused_tiles<A, AccessPattern::broadcast, MovesA>,
        fused_tiles<A, AccessPattern::permuted, MovesA>,
        fused_tiles<A, AccessPattern::permuted_pair, MovesA>,
        fused_tiles<A, AccessPattern::gathered, MovesA>};
    template <bool MovesA>
    [[gnu::always_inline]] static FusedKernel fused_kernel(const Contraction& c) {
        static constexpr const FusedKernel* of_a[access_patterns] = {
            fused_kernels<MovesA, AccessPattern::resident>,
            fused_kernels<MovesA, AccessPattern::broadcast>,
            fused_kernels<MovesA, AccessPattern::permuted>,
            fused_kernels<MovesA, AccessPattern::permuted_pair>,
            fused_kernels<MovesA, AccessPattern::gathered>};
        return of_a[static_cast<std::size_t>(c.a_access)][static_cast<std::size_t>(c.b_access)];
    }
};

}  // namespace
}  // namespace pgm::detail::kernels
