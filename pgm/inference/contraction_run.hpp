#pragma once

// The kernels of the engine, compiled once per instruction set (contraction_run_*.cpp), hence all templates on a tag and no
// function of the standard library: an inline function compiled for AVX-512 must never be the copy that the linker keeps for everybody.

#include <pgm/inference/contraction_isa.hpp>
#include <pgm/inference/contraction_pack.hpp>

namespace pgm::kernels {

inline constexpr std::uint32_t lanes = 8;
inline constexpr std::size_t reaches = 5;

template <class Isa>
struct Run {
    using Pack = typename Isa::Pack;

    /// Eight cells, or one cell eight times.
    template <int Stride>
    [[gnu::always_inline]] static Pack load(const double* p) {
        if constexpr (Stride == 0) return broadcast<Pack>(*p);
        return load_pack<Pack>(p);
    }

    /// The first `count` cells, zeros behind them.
    template <int Stride>
    [[gnu::always_inline]] static Pack load_some(const double* p, std::uint32_t count) {
        if constexpr (Stride == 0) return broadcast<Pack>(*p);
        return Isa::load_some(p, count);
    }

    /// Packs * 8 neighbouring outputs, reduced over the second loop in registers.
    template <int Packs, int A, int B, bool Max>
    static void reduce_columns(double* out, const double* a, const double* b, const Loop& second, bool accumulate) {
        Pack sum[Packs];
        for (int k = 0; k < Packs; ++k) sum[k] = load<A>(a + A * 8 * k) * load<B>(b + B * 8 * k);
        for (std::uint32_t j = 1; j < second.extent; ++j) {
            a += second.a;
            b += second.b;
            for (int k = 0; k < Packs; ++k) sum[k] = reduce<Max>(sum[k], load<A>(a + A * 8 * k) * load<B>(b + B * 8 * k));
        }
        for (int k = 0; k < Packs; ++k) {
            if (accumulate) sum[k] = reduce<Max>(load<1>(out + 8 * k), sum[k]);
            store_pack(out + 8 * k, sum[k]);
        }
    }

    /// The same for the last few.
    template <int A, int B, bool Max>
    static void reduce_some_columns(double* out, const double* a, const double* b, const Loop& second, std::uint32_t count, bool accumulate) {
        Pack sum = load_some<A>(a, count) * load_some<B>(b, count);
        for (std::uint32_t j = 1; j < second.extent; ++j) {
            a += second.a;
            b += second.b;
            sum = reduce<Max>(sum, load_some<A>(a, count) * load_some<B>(b, count));
        }
        if (accumulate) sum = reduce<Max>(load_some<1>(out, count), sum);
        Isa::store_some(out, sum, count);
    }

    /// Innermost loop along the output, second loop a reduction.
    template <int A, int B, bool Max>
    static void columns(double* out, const double* a, const double* b, const Loop& second, std::uint32_t n, bool accumulate) {
        std::uint32_t i = 0;
        for (; i + 32 <= n; i += 32) reduce_columns<4, A, B, Max>(out + i, a + i * A, b + i * B, second, accumulate);
        if (i + 16 <= n) reduce_columns<2, A, B, Max>(out + i, a + i * A, b + i * B, second, accumulate), i += 16;
        if (i + 8 <= n) reduce_columns<1, A, B, Max>(out + i, a + i * A, b + i * B, second, accumulate), i += 8;
        if (i < n) reduce_some_columns<A, B, Max>(out + i, a + i * A, b + i * B, second, n - i, accumulate);
    }

    /// Innermost loop along the output, no reduction at all.
    template <int A, int B>
    static void products(double* out, const double* a, const double* b, const Loop& second, std::uint32_t n) {
        for (std::uint32_t j = 0; j < second.extent; ++j) {
            std::uint32_t i = 0;
            for (; i + 8 <= n; i += 8) store_pack(out + i, load<A>(a + i * A) * load<B>(b + i * B));
            if (i < n) Isa::store_some(out + i, load_some<A>(a + i * A, n - i) * load_some<B>(b + i * B, n - i), n - i);
            out += second.out;
            a += second.a;
            b += second.b;
        }
    }

    /// One row of products reduced to eight lanes.
    template <int A, int B, bool Max>
    [[gnu::always_inline]] static Pack reduce_row(const double* a, const double* b, std::uint32_t n) {
        Pack sum{};
        std::uint32_t i = 0;
        for (; i + 8 <= n; i += 8) sum = reduce<Max>(sum, load<A>(a + i * A) * load<B>(b + i * B));
        return i < n ? reduce<Max>(sum, load_some<A>(a + i * A, n - i) * load_some<B>(b + i * B, n - i))
                     : sum;  // one of them has zeros behind the end
    }

    /// Stores eight outputs, `stride` cells apart.
    template <bool Max>
    [[gnu::always_inline]] static void store_sums(double* out, Pack sums, std::size_t stride, bool accumulate) {
        if (stride == 1) {
            if (accumulate) sums = reduce<Max>(load<1>(out), sums);
            store_pack(out, sums);
            return;
        }
        double cells[lanes];
        store_pack(cells, sums);
        for (std::uint32_t k = 0; k < lanes; ++k) {
            double& target = out[k * stride];
            target = accumulate ? reduce<Max>(target, cells[k]) : cells[k];
        }
    }

    /// Innermost loop a reduction, second loop along the output: eight outputs at a time share the reduction of their lanes.
    template <int A, int B, bool Max>
    static void dots(double* out, const double* a, const double* b, const Loop& second, std::uint32_t n, bool accumulate) {
        const std::size_t a_stride = second.a, b_stride = second.b;
        std::uint32_t left = second.extent;
        for (; left >= lanes; left -= lanes) {
            Pack rows[lanes];
            for (std::uint32_t k = 0; k < lanes; ++k) rows[k] = reduce_row<A, B, Max>(a + k * a_stride, b + k * b_stride, n);
            store_sums<Max>(out, reduce_lanes<Max>(rows), second.out, accumulate);
            out += lanes * std::size_t{second.out};
            a += lanes * a_stride;
            b += lanes * b_stride;
        }
        for (; left > 0; --left) {
            const double sum = reduce_lanes<Max>(reduce_row<A, B, Max>(a, b, n));
            *out = accumulate ? reduce<Max>(*out, sum) : sum;
            out += second.out;
            a += a_stride;
            b += b_stride;
        }
    }

    template <bool Max>
    static void kernel(Kernel kind, double* out, const double* a, const double* b, const Loop& second, const Loop& inner, bool accumulate) {
        const std::uint32_t n = inner.extent;
        switch (kind) {
            case Kernel::none:
            case Kernel::tiles:
            case Kernel::row_tiles:
                return;
            case Kernel::products:
                return second.out ? products<1, 1>(out, a, b, second, n) : columns<1, 1, Max>(out, a, b, second, n, accumulate);
            case Kernel::scaled_a:
                return second.out ? products<1, 0>(out, a, b, second, n) : columns<1, 0, Max>(out, a, b, second, n, accumulate);
            case Kernel::scaled_b:
                return second.out ? products<0, 1>(out, a, b, second, n) : columns<0, 1, Max>(out, a, b, second, n, accumulate);
            case Kernel::dots:
                return dots<1, 1, Max>(out, a, b, second, n, accumulate);
            case Kernel::sums_of_a:
                return dots<1, 0, Max>(out, a, b, second, n, accumulate);
            case Kernel::sums_of_b:
                return dots<0, 1, Max>(out, a, b, second, n, accumulate);
        }
    }

    /// Writes the tiles of one turn, one after the other.
    struct TileWriter {
        const Tile* tile;
        double* out;
        bool accumulate;
        std::uint32_t left;    ///< cells to come
        std::uint32_t behind;  ///< cells behind the last one, up to the next cache line, that are nobody's

        [[gnu::always_inline]] TileWriter(const Contraction& c, const ContractionList& list, double* to, bool adds)
            : tile(list.tiles + c.first_tile), out(to), accumulate(adds), left(c.tile_cells), behind(c.outer_loops > 0 ? 0 : -c.tile_cells % lanes) {}

        /// False when it was the last one.
        template <bool Max>
        [[gnu::always_inline]] bool write(Pack sum) {
            const std::uint32_t cells = tile->cells;
            if (left + behind < lanes || accumulate) {
                if (accumulate) sum = reduce<Max>(load_some<1>(out, cells), sum);
                Isa::store_some(out, sum, cells);
            } else {
                store_pack(out, sum);
            }
            out += cells;
            left -= cells;
            ++tile;
            return left > 0;
        }
    };

    /// Eight outputs at a time, reduced over the steps in registers.
    template <Reach A, Reach B, bool Max>
    static void tiles(const Contraction& c, const ContractionList& list, double* out, const double* a, const double* b, bool accumulate) {
        const Step *const step = list.steps + c.first_step, *const end = step + c.steps;
        TileWriter to(c, list, out, accumulate);
        Pack sum;
        do {
            const typename Isa::template Operand<A> from_a(a, to.tile->a, to.tile->a_lane);
            const typename Isa::template Operand<B> from_b(b, to.tile->b, to.tile->b_lane);
            sum = from_a.at(step->a) * from_b.at(step->b);
            for (const Step* s = step + 1; s != end; ++s) sum = reduce<Max>(sum, from_a.at(s->a) * from_b.at(s->b));
        } while (to.template write<Max>(sum));
    }

    /// The first Rows outputs of a tile whose outputs are each made of rows of n cells, which are read along, in step with each other. Lanes that a tile does not use
    /// repeat another.
    template <int Rows, int A, int B, bool Max>
    [[gnu::always_inline]] static Pack reduce_rows(const Tile& tile, const Step* step, const Step* end, const double* a, const double* b,
                                                   std::uint32_t n) {
        const std::uint32_t rest = n % lanes, whole = n - rest;
        a += tile.a, b += tile.b;
        Pack rows[lanes]{};
        for (const Step* s = step; s != end; ++s) {
            const double *row_a = a + s->a, *row_b = b + s->b;
            for (std::uint32_t i = 0; i < whole; i += lanes, row_a += A * lanes, row_b += B * lanes) {
#pragma GCC unroll 8
                for (int k = 0; k < Rows; ++k) rows[k] = reduce<Max>(rows[k], load<A>(row_a + tile.a_lane[k]) * load<B>(row_b + tile.b_lane[k]));
            }
            if (rest == 0) continue;
#pragma GCC unroll 8
            for (int k = 0; k < Rows; ++k)
                rows[k] = reduce<Max>(rows[k], load_some<A>(row_a + tile.a_lane[k], rest) * load_some<B>(row_b + tile.b_lane[k], rest));
        }
        return reduce_lanes<Max>(rows);
    }

    /// Eight rows at a time share the reduction of their lanes; where there are fewer outputs, fewer.
    template <int A, int B, bool Max>
    static void row_tiles(const Contraction& c, const ContractionList& list, double* out, const double* a, const double* b, bool accumulate) {
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
                sum = tile.cells == 2 ? reduce_rows<2, A, B, Max>(tile, step, end, a, b, n) : reduce_rows<1, A, B, Max>(tile, step, end, a, b, n);
            }
        } while (to.template write<Max>(sum));
    }

    using TileKernel = void (*)(const Contraction&, const ContractionList&, double*, const double*, const double*, bool);
    template <bool Max>
    static TileKernel row_kernel(const Loop& row) {
        if (row.a && row.b) return row_tiles<1, 1, Max>;
        return row.a ? row_tiles<1, 0, Max> : row_tiles<0, 1, Max>;
    }
    /// By the reach of b.
    template <bool Max, Reach A>
    static constexpr TileKernel tile_kernels[reaches] = {tiles<A, Reach::whole, Max>, tiles<A, Reach::one, Max>, tiles<A, Reach::near, Max>,
                                                         tiles<A, Reach::wide, Max>, tiles<A, Reach::far, Max>};
    template <bool Max>
    [[gnu::always_inline]] static TileKernel tile_kernel(Reach a, Reach b) {
        static constexpr const TileKernel* of_a[reaches] = {tile_kernels<Max, Reach::whole>, tile_kernels<Max, Reach::one>,
                                                            tile_kernels<Max, Reach::near>, tile_kernels<Max, Reach::wide>,
                                                            tile_kernels<Max, Reach::far>};
        return of_a[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
    }

    template <bool Max>
    [[gnu::always_inline]] static void one_turn(const Contraction& c, const ContractionList& list, double* out, const double* a, const double* b,
                                                bool accumulate) {
        if (c.kernel == Kernel::tiles) {
            tile_kernel<Max>(c.a_reach, c.b_reach)(c, list, out, a, b, accumulate);
        } else if (c.kernel == Kernel::row_tiles) {
            row_kernel<Max>(list.loops[c.first_loop + c.loops - 1])(c, list, out, a, b, accumulate);
        } else {
            const Loop* const inside = list.loops + c.first_loop + c.outer_loops;
            kernel<Max>(c.kernel, out, a, b, inside[0], inside[1], accumulate);
        }
    }

    /// Whether the outputs of this turn have been written before: some reduction is not at its beginning.
    [[gnu::always_inline]] static bool comes_again(const Loop* loop, const std::uint32_t* at, int count) {
        bool again = false;
        for (int axis = 0; axis < count; ++axis) again |= loop[axis].out == 0 && at[axis] > 0;
        return again;
    }

    /// The kernel under an odometer of the outer loops.
    template <bool Max>
    [[gnu::noinline]] static void contract(const Contraction& c, const ContractionList& list, double* arena) {
        double* out = arena + c.out;
        const double *a = arena + c.a, *b = arena + c.b;
        const Loop* const loop = list.loops + c.first_loop;
        std::uint32_t at[64];
        for (int axis = 0; axis < c.outer_loops; ++axis) at[axis] = 0;
        for (;;) {
            one_turn<Max>(c, list, out, a, b, c.accumulate && comes_again(loop, at, c.outer_loops));
            int axis = c.outer_loops - 1;
            for (; axis >= 0; --axis) {
                const Loop& l = loop[axis];
                out += l.out, a += l.a, b += l.b;
                if (++at[axis] < l.extent) break;
                out -= std::size_t{l.out} * l.extent, a -= std::size_t{l.a} * l.extent, b -= std::size_t{l.b} * l.extent;
                at[axis] = 0;
            }
            if (axis < 0) return;
        }
    }

    /// Divides by the power of two that brings the largest cell into [1, 2), when it is far from there. Exact but for cells that fall below the
    /// smallest normal number, which the processor's underflow flag reports.
    static std::int64_t rescale(double* values, std::uint32_t count) {
        Pack packs{};
        std::uint32_t done = 0;
        for (; done + lanes <= count; done += lanes) packs = reduce<true>(load<1>(values + done), packs);
        if (done < count) packs = reduce<true>(load_some<1>(values + done, count - done), packs);
        const double largest = reduce_lanes<true>(packs);
        const auto biased = static_cast<int>((__builtin_bit_cast(std::uint64_t, largest) >> 52) & 0x7ff);
        const int exponent = biased - 1023;
        if (biased == 0 || biased == 0x7ff || (exponent > -32 && exponent < 32)) return 0;
        // 2^-exponent in two factors, since -exponent may be 1022 and more.
        const int half = -exponent / 2;
        const double first = __builtin_bit_cast(double, static_cast<std::uint64_t>(1023 + half) << 52);
        const double second = __builtin_bit_cast(double, static_cast<std::uint64_t>(1023 - exponent - half) << 52);
        for (std::uint32_t i = 0; i < count; ++i) values[i] = values[i] * first * second;
        return exponent;
    }

    static std::int64_t run(const ContractionList& list, double* arena) {
        std::int64_t exponent = 0;
        for (const Contraction* c = list.first; c != list.last; ++c) {
            if (c->maximise) {
                contract<true>(*c, list, arena);
            } else if (c->outer_loops > 0) {
                contract<false>(*c, list, arena);
            } else {
                one_turn<false>(*c, list, arena + c->out, arena + c->a, arena + c->b, false);
            }
            if (c->rescale) exponent += rescale(arena + c->out, c->out_cells);
        }
        return exponent;
    }
};

/// Parts of a pack, and tiles, for machines without masks and permutations. What is loaded may be followed by `arena_margin` others.
template <class PackOf>
struct PartsByCell {
    using Pack = PackOf;

    [[gnu::always_inline]] static Pack load_some(const double* p, std::uint32_t count) {
        return first_lanes(load_pack<Pack>(p), static_cast<int>(count));
    }
    [[gnu::always_inline]] static void store_some(double* p, Pack pack, std::uint32_t count) {
        double cells[lanes];
        store_pack(cells, pack);
        for (std::uint32_t i = 0; i < count; ++i) p[i] = cells[i];
    }

    /// What a tile reads of one operand.
    template <Reach R>
    struct Operand {
        const double* p;
        const std::uint8_t* lane;
        [[gnu::always_inline]] Operand(const double* table, std::uint32_t first, const std::uint8_t (&tile_lane)[8])
            : p(table + first), lane(tile_lane) {}
        [[gnu::always_inline]] Pack at(std::uint32_t step) const {
            return R == Reach::one ? broadcast<Pack>(p[step + lane[0]]) : gather<Pack>(p + step, lane);
        }
    };
};

}  // namespace pgm::kernels
