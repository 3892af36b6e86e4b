#pragma once

// The kernels of contractions that are cut into tiles (contraction.hpp); part of
// contraction_run.hpp, and compiled like it.

#include <pgm/inference/detail/contraction/contraction.hpp>
#include <pgm/inference/detail/contraction/contraction_pack.hpp>

namespace pgm::detail::kernels {

inline constexpr std::uint32_t lanes = 8;
inline constexpr std::size_t reaches = 5;

template <class Isa>
struct TileKernels {
    using Pack = typename Isa::Pack;

    /// Writes the tiles of one turn, one after the other.
    struct TileWriter {
        const Tile* tile;
        double* out;
        bool accumulate;
        std::uint32_t left;  ///< cells to come
        /// Cells behind the last one, up to the next cache line, that are nobody's.
        std::uint32_t behind;

        [[gnu::always_inline]] TileWriter(const Contraction& c, const ContractionList& list,
                                          double* to, bool adds)
            : tile(list.tiles + c.first_tile),
              out(to),
              accumulate(adds),
              left(c.tile_cells),
              behind(c.outer_loops > 0 ? 0 : -c.tile_cells % lanes) {}

        /// So many cells further on, in another turn.
        template <bool Max>
        [[gnu::always_inline]] void store(Pack sum, std::size_t distance) const {
            double* const to = out + distance;
            if (left + behind < lanes || accumulate) {
                if (accumulate) sum = reduce<Max>(load_some_cells<Isa, 1>(to, tile->cells), sum);
                Isa::store_some(to, sum, tile->cells);
            } else {
                store_pack(to, sum);
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
    template <Reach A, Reach B, bool Max>
    static void tiles(const Contraction& c, const ContractionList& list, double* out,
                      const double* a, const double* b, bool accumulate) {
        const Step *const step = list.steps + c.first_step, *const end = step + c.steps;
        TileWriter to(c, list, out, accumulate);
        Pack sum;
        do {
            const typename Isa::template Operand<A> from_a(a, to.tile->a, to.tile->a_lane);
            const typename Isa::template Operand<B> from_b(b, to.tile->b, to.tile->b_lane);
            sum = from_a.at(step->a) * from_b.at(step->b);
            for (const Step* s = step + 1; s != end; ++s)
                sum = reduce<Max>(sum, from_a.at(s->a) * from_b.at(s->b));
        } while (to.template write<Max>(sum));
    }

    /// The same for `turns_at_once` turns of a loop in which only one operand moves: a, or else b.
    template <Reach A, Reach B, bool MovesA>
    static void tile_turns(const Contraction& c, const ContractionList& list, double* out,
                           const double* a, const double* b, const Loop& turn, bool accumulate) {
        const Step *const step = list.steps + c.first_step, *const end = step + c.steps;
        const std::size_t out_stride = turn.out, stride = MovesA ? turn.a : turn.b;
        using Moving = typename Isa::template Operand<MovesA ? A : B>;
        using Staying = typename Isa::template Operand<MovesA ? B : A>;
        const auto moving = [&](const Tile& t, std::size_t k) {
            return MovesA ? Moving(a + k * stride, t.a, t.a_lane)
                          : Moving(b + k * stride, t.b, t.b_lane);
        };
        TileWriter to(c, list, out, accumulate);
        do {
            const Tile& t = *to.tile;
            const Staying staying = MovesA ? Staying(b, t.b, t.b_lane) : Staying(a, t.a, t.a_lane);
            const Moving from[turns_at_once] = {moving(t, 0), moving(t, 1), moving(t, 2),
                                                moving(t, 3)};
            Pack sum[turns_at_once], other = staying.at(MovesA ? step->b : step->a);
            for (std::uint32_t k = 0; k < turns_at_once; ++k)
                sum[k] = from[k].at(MovesA ? step->a : step->b) * other;
            for (const Step* s = step + 1; s != end; ++s) {
                other = staying.at(MovesA ? s->b : s->a);
#pragma GCC unroll 4
                for (std::uint32_t k = 0; k < turns_at_once; ++k)
                    sum[k] = reduce<false>(sum[k], from[k].at(MovesA ? s->a : s->b) * other);
            }
            for (std::uint32_t k = 0; k < turns_at_once; ++k)
                to.template store<false>(sum[k], k * out_stride);
        } while (to.next());
    }

    /// The first Rows outputs of a tile whose outputs are each made of rows of n cells, which are
    /// read along, in step with each other. Lanes that a tile does not use repeat another.
    template <int Rows, int A, int B, bool Max>
    [[gnu::always_inline]] static Pack reduce_rows(const Tile& tile, const Step* step,
                                                   const Step* end, const double* a,
                                                   const double* b, std::uint32_t n) {
        const std::uint32_t rest = n % lanes, whole = n - rest;
        a += tile.a, b += tile.b;
        Pack rows[lanes]{};
        for (const Step* s = step; s != end; ++s) {
            const double *row_a = a + s->a, *row_b = b + s->b;
            for (std::uint32_t i = 0; i < whole;
                 i += lanes, row_a += A * lanes, row_b += B * lanes) {
#pragma GCC unroll 8
                for (int k = 0; k < Rows; ++k)
                    rows[k] = reduce<Max>(rows[k], load_cells<Isa, A>(row_a + tile.a_lane[k]) *
                                                       load_cells<Isa, B>(row_b + tile.b_lane[k]));
            }
            if (rest == 0) continue;
#pragma GCC unroll 8
            for (int k = 0; k < Rows; ++k)
                rows[k] =
                    reduce<Max>(rows[k], load_some_cells<Isa, A>(row_a + tile.a_lane[k], rest) *
                                             load_some_cells<Isa, B>(row_b + tile.b_lane[k], rest));
        }
        return reduce_lanes<Max>(rows);
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
        } while (to.template write<Max>(sum));
    }

    using TileKernel = void (*)(const Contraction&, const ContractionList&, double*, const double*,
                                const double*, bool);
    template <bool Max>
    static TileKernel row_kernel(const Loop& row) {
        if (row.a && row.b) return row_tiles<1, 1, Max>;
        return row.a ? row_tiles<1, 0, Max> : row_tiles<0, 1, Max>;
    }
    /// By the reach of b.
    template <bool Max, Reach A>
    static constexpr TileKernel tile_kernels[reaches] = {
        tiles<A, Reach::whole, Max>, tiles<A, Reach::one, Max>, tiles<A, Reach::near, Max>,
        tiles<A, Reach::wide, Max>, tiles<A, Reach::far, Max>};
    template <bool Max>
    [[gnu::always_inline]] static TileKernel tile_kernel(Reach a, Reach b) {
        static constexpr const TileKernel* of_a[reaches] = {
            tile_kernels<Max, Reach::whole>, tile_kernels<Max, Reach::one>,
            tile_kernels<Max, Reach::near>, tile_kernels<Max, Reach::wide>,
            tile_kernels<Max, Reach::far>};
        return of_a[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
    }

    using TurnKernel = void (*)(const Contraction&, const ContractionList&, double*, const double*,
                                const double*, const Loop&, bool);
    template <bool MovesA, Reach A>
    static constexpr TurnKernel turn_kernels[reaches] = {
        tile_turns<A, Reach::whole, MovesA>, tile_turns<A, Reach::one, MovesA>,
        tile_turns<A, Reach::near, MovesA>, tile_turns<A, Reach::wide, MovesA>,
        tile_turns<A, Reach::far, MovesA>};
    template <bool MovesA>
    [[gnu::always_inline]] static TurnKernel turn_kernel(Reach a, Reach b) {
        static constexpr const TurnKernel* of_a[reaches] = {
            turn_kernels<MovesA, Reach::whole>, turn_kernels<MovesA, Reach::one>,
            turn_kernels<MovesA, Reach::near>, turn_kernels<MovesA, Reach::wide>,
            turn_kernels<MovesA, Reach::far>};
        return of_a[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
    }

    /// All turns of the last of the outer loops, of a contraction that is `in_turns`. Those left
    /// over at the end are worked off once more with others before them, or, where that would add
    /// them twice, one by one.
    static void all_turns(const Contraction& c, const ContractionList& list, double* out,
                          const double* a, const double* b, const Loop& last, bool accumulate) {
        const TurnKernel several = last.a ? turn_kernel<true>(c.a_reach, c.b_reach)
                                          : turn_kernel<false>(c.a_reach, c.b_reach);
        const TileKernel one = tile_kernel<false>(c.a_reach, c.b_reach);
        for (std::size_t turn = 0; turn < last.extent;) {
            const std::size_t left = last.extent - turn;
            if (left < turns_at_once && !accumulate) turn = last.extent - turns_at_once;
            double* const to = out + turn * last.out;
            const double *const from_a = a + turn * last.a, *const from_b = b + turn * last.b;
            if (left < turns_at_once && accumulate) {
                one(c, list, to, from_a, from_b, accumulate);
                ++turn;
            } else {
                several(c, list, to, from_a, from_b, last, accumulate);
                turn += turns_at_once;
            }
        }
    }
};

}  // namespace pgm::detail::kernels
