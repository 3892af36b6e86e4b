#pragma once

// The kernels of contractions that are cut into tiles (contraction.hpp); part of
// contraction_simd.cpp, and compiled like it.

#include <pgm/core/simd/detail/pack.hpp>
#include <pgm/inference/detail/contraction/contraction.hpp>

namespace pgm::detail::kernels {
namespace {

using namespace simd;

inline constexpr std::size_t access_patterns = 5;

/// Eight cells, or one cell eight times.
template <int Stride>
[[gnu::always_inline]] inline Pack load_cells(const double* p) {
    if constexpr (Stride == 0) return broadcast<Pack>(*p);
    return load<Pack>(p);
}

/// The first `count` cells, zeros after them.
template <int Stride>
[[gnu::always_inline]] inline Pack load_some_cells(const double* p, std::uint32_t count) {
    if constexpr (Stride == 0) return broadcast<Pack>(*p);
    return load_some(p, count);
}

/// What a tile reads of one operand.
template <AccessPattern Pattern>
struct Operand {
    const double* p;
#if defined(__AVX512F__)
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
#else
    const std::uint8_t* lane;
    [[gnu::always_inline]] Operand(const double* table, std::uint32_t first,
                                   const std::uint8_t (&tile_lane)[8])
        : p(table + first), lane(tile_lane) {}
    [[gnu::always_inline]] Pack at(std::uint32_t step) const {
        return gathered<Pack>(p + step, lane);
    }
#endif
};

template <>
struct Operand<AccessPattern::broadcast> {
    const double* p;
    [[gnu::always_inline]] Operand(const double* table, std::uint32_t first,
                                   const std::uint8_t (&tile_lane)[8])
        : p(table + first + tile_lane[0]) {}
    [[gnu::always_inline]] Pack at(std::uint32_t step) const { return broadcast<Pack>(p[step]); }
};

#if defined(__AVX512F__)
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
#endif

struct TileKernels {
    /// Writes the tiles of one iteration, one after the other.
    struct TileWriter {
        const Tile* tile;
        double* out;
        bool accumulate;
        std::uint32_t left;  ///< cells to come
        /// Cells behind the last one, up to the next cache line, that are no one's.
        std::uint32_t behind;

        [[gnu::always_inline]] TileWriter(const Contraction& c, const ContractionList& list,
                                          double* to, bool adds)
            : tile(list.tiles + c.first_tile),
              out(to),
              accumulate(adds),
              left(c.tile_cells),
              behind(c.outer_loops > 0 ? 0 : -c.tile_cells % pack_doubles) {}

        /// So many cells further on, in another iteration.
        template <bool Max>
        [[gnu::always_inline]] void store(Pack sum, std::size_t distance) const {
            double* const to = out + distance;
            if (left + behind < pack_doubles || accumulate) {
                if (accumulate) sum = reduce<Max>(load_some_cells<1>(to, tile->cells), sum);
                store_some(to, sum, tile->cells);
            } else {
                simd::store(to, sum);
            }
        }

        /// False when it was the last one.
        [[gnu::always_inline]] bool next() {
            out += tile->cells;
            left -= tile->cells;
            ++tile;
            return left > 0;
        }

        template <bool Max>
        [[gnu::always_inline]] bool write(Pack sum) {
            store<Max>(sum, 0);
            return next();
        }
    };

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

    /// The same for `fused_iterations` iterations of a loop in which only one operand moves: a, or
    /// else b.
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

    /// The first Rows outputs of a tile whose outputs are each made of rows of n cells, which are
    /// read along, in step with each other. Lanes that a tile does not use repeat another.
    template <int Rows, int A, int B, bool Max>
    [[gnu::always_inline]] static Pack reduce_rows(const Tile& tile, const Step* step,
                                                   const Step* end, const double* a,
                                                   const double* b, std::uint32_t n) {
        const std::uint32_t rest = n % pack_doubles, whole = n - rest;
        a += tile.a, b += tile.b;
        Pack rows[pack_doubles]{};
        for (const Step* s = step; s != end; ++s) {
            const double *row_a = a + s->a, *row_b = b + s->b;
            for (std::uint32_t i = 0; i < whole;
                 i += pack_doubles, row_a += A * pack_doubles, row_b += B * pack_doubles) {
#pragma GCC unroll 8
                for (int k = 0; k < Rows; ++k)
                    rows[k] = reduce<Max>(rows[k], load_cells<A>(row_a + tile.a_lane[k]) *
                                                       load_cells<B>(row_b + tile.b_lane[k]));
            }
            if (rest == 0) continue;
#pragma GCC unroll 8
            for (int k = 0; k < Rows; ++k)
                rows[k] =
                    reduce<Max>(rows[k], load_some_cells<A>(row_a + tile.a_lane[k], rest) *
                                             load_some_cells<B>(row_b + tile.b_lane[k], rest));
        }
        return reduce_lanes_of_rows<Max>(rows);
    }

    /// Eight rows at a time share the reduction of their lanes; where there are fewer outputs,
    /// fewer.
    template <int A, int B, bool Max>
    static void row_tiles(const Contraction& c, const ContractionList& list, double* out,
                          const double* a, const double* b, bool accumulate) {
        const Step *const step = list.steps + c.first_step, *const end = step + c.steps;
        const std::uint32_t n = list.loops[c.first_loop + c.loops - 1].extent;
        TileWriter to(c, list, out, accumulate);
        Pack sum;
        do {
            const Tile& tile = *to.tile;
            if (tile.cells > 4) {
                sum = reduce_rows<8, A, B, Max>(tile, step, end, a, b, n);
            } else if (tile.cells > 2) {
                sum = reduce_rows<4, A, B, Max>(tile, step, end, a, b, n);
            } else {
                sum = tile.cells == 2 ? reduce_rows<2, A, B, Max>(tile, step, end, a, b, n)
                                      : reduce_rows<1, A, B, Max>(tile, step, end, a, b, n);
            }
        } while (to.write<Max>(sum));
    }

    using TileKernel = void (*)(const Contraction&, const ContractionList&, double*, const double*,
                                const double*, bool);
    template <bool Max>
    static TileKernel row_kernel(const Loop& row) {
        if (row.a && row.b) return row_tiles<1, 1, Max>;
        return row.a ? row_tiles<1, 0, Max> : row_tiles<0, 1, Max>;
    }
    /// By the access pattern of b.
    template <bool Max, AccessPattern A>
    static constexpr TileKernel tile_kernels[access_patterns] = {
        tiles<A, AccessPattern::resident, Max>, tiles<A, AccessPattern::broadcast, Max>,
        tiles<A, AccessPattern::permuted, Max>, tiles<A, AccessPattern::permuted_pair, Max>,
        tiles<A, AccessPattern::gathered, Max>};
    template <bool Max>
    [[gnu::always_inline]] static TileKernel tile_kernel(AccessPattern a, AccessPattern b) {
        static constexpr const TileKernel* of_a[access_patterns] = {
            tile_kernels<Max, AccessPattern::resident>, tile_kernels<Max, AccessPattern::broadcast>,
            tile_kernels<Max, AccessPattern::permuted>,
            tile_kernels<Max, AccessPattern::permuted_pair>,
            tile_kernels<Max, AccessPattern::gathered>};
        return of_a[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
    }

    using FusedKernel = void (*)(const Contraction&, const ContractionList&, double*, const double*,
                                 const double*, const Loop&, bool);
    template <bool MovesA, AccessPattern A>
    static constexpr FusedKernel fused_kernels[access_patterns] = {
        fused_tiles<A, AccessPattern::resident, MovesA>,
        fused_tiles<A, AccessPattern::broadcast, MovesA>,
        fused_tiles<A, AccessPattern::permuted, MovesA>,
        fused_tiles<A, AccessPattern::permuted_pair, MovesA>,
        fused_tiles<A, AccessPattern::gathered, MovesA>};
    template <bool MovesA>
    [[gnu::always_inline]] static FusedKernel fused_kernel(AccessPattern a, AccessPattern b) {
        static constexpr const FusedKernel* of_a[access_patterns] = {
            fused_kernels<MovesA, AccessPattern::resident>,
            fused_kernels<MovesA, AccessPattern::broadcast>,
            fused_kernels<MovesA, AccessPattern::permuted>,
            fused_kernels<MovesA, AccessPattern::permuted_pair>,
            fused_kernels<MovesA, AccessPattern::gathered>};
        return of_a[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
    }

    /// All iterations of the last of the outer loops, of a contraction that is `fused`. Those left
    /// over at the end are worked off once more with others before them, or, where that would add
    /// them twice, one by one.
    static void all_iterations(const Contraction& c, const ContractionList& list, double* out,
                               const double* a, const double* b, const Loop& last,
                               bool accumulate) {
        const FusedKernel several = last.a ? fused_kernel<true>(c.a_access, c.b_access)
                                           : fused_kernel<false>(c.a_access, c.b_access);
        const TileKernel one = tile_kernel<false>(c.a_access, c.b_access);
        for (std::size_t iteration = 0; iteration < last.extent;) {
            const std::size_t left = last.extent - iteration;
            if (left < fused_iterations && !accumulate) iteration = last.extent - fused_iterations;
            double* const to = out + iteration * last.out;
            const double *const from_a = a + iteration * last.a, *const from_b =
                                                                     b + iteration * last.b;
            if (left < fused_iterations && accumulate) {
                one(c, list, to, from_a, from_b, accumulate);
                ++iteration;
            } else {
                several(c, list, to, from_a, from_b, last, accumulate);
                iteration += fused_iterations;
            }
        }
    }
};

}  // namespace
}  // namespace pgm::detail::kernels
