#pragma once

// The kernels of contractions that are cut into tiles (contraction.hpp); part of
// contraction_simd.cpp, and compiled like it.

#include <pgm/inference/detail/contraction/tile_writer.hpp>
#if defined(__AVX512F__)
#include <pgm/inference/detail/contraction/whole_tiles.hpp>
#else
#include <pgm/inference/detail/contraction/half_tiles.hpp>
#endif

namespace pgm::detail::kernels {
namespace {

template <int Stride>
[[gnu::always_inline]] inline HalfPack load_some_of_four(const double* p, std::uint32_t count) {
    if constexpr (Stride == 0) return broadcast<HalfPack>(*p);
    return simd::load_some_of_four(p, count);
}

struct TileKernels {
    /// The last cells of a row, with no more lanes than they take.
    template <int A, int B, bool Max, class Row>
    [[gnu::always_inline]] static void add_rest(Row& sum, const double* a, const double* b,
                                                std::uint32_t count) {
        if constexpr (is_split<Row>) {
            if (count <= pack_doubles / 2) {
                sum.low = reduce<Max>(
                    sum.low, load_some_of_four<A>(a, count) * load_some_of_four<B>(b, count));
                return;
            }
        }
        sum = reduce<Max>(sum, load_some_cells<A>(a, count) * load_some_cells<B>(b, count));
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
                add_rest<A, B, Max>(rows[k], row_a + tile.a_lane[k], row_b + tile.b_lane[k], rest);
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

    template <bool Max>
    static TileKernel row_kernel(const Loop& row) {
        if (row.a && row.b) return row_tiles<1, 1, Max>;
        return row.a ? row_tiles<1, 0, Max> : row_tiles<0, 1, Max>;
    }
    /// All iterations of the last of the outer loops, of a contraction that is `fused`. Those left
    /// over at the end are worked off once more with others before them, or, where that would add
    /// them twice, one by one.
    static void all_iterations(const Contraction& c, const ContractionList& list, double* out,
                               const double* a, const double* b, const Loop& last,
                               bool accumulate) {
        const FusedKernel several =
            last.a ? ChosenTiles::fused_kernel<true>(c) : ChosenTiles::fused_kernel<false>(c);
        const TileKernel one = ChosenTiles::tile_kernel<false>(c);
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
