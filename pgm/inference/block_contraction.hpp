#pragma once

#include <pgm/inference/block_list.hpp>
#include <pgm/inference/block_pack.hpp>

namespace pgm::kernels {

/// Contractions of tables whose cells are vectors of rows. `AllA`: all rows share the first operand, whose cells are single numbers then; `AllB` likewise.
template <class Isa, bool AllA, bool AllB>
struct BlockContraction : PackMath<Isa> {
    using Math = PackMath<Isa>;

    /// First cells of the three tables, at the first row of the strip that is worked on.
    struct Place {
        double* out;
        const double *a, *b;
        std::size_t rows;
    };

    template <int Packs>
    [[gnu::always_inline]] static void load_a(RowPack (&pack)[Packs], const Place& at, std::size_t cell) {
        for (int p = 0; p < Packs; ++p)
            pack[p] = AllA ? RowPack{} + at.a[cell] : Math::load(at.a + cell * at.rows + static_cast<std::size_t>(p) * pack_rows);
    }
    template <int Packs>
    [[gnu::always_inline]] static void load_b(RowPack (&pack)[Packs], const Place& at, std::size_t cell) {
        for (int p = 0; p < Packs; ++p)
            pack[p] = AllB ? RowPack{} + at.b[cell] : Math::load(at.b + cell * at.rows + static_cast<std::size_t>(p) * pack_rows);
    }

    /// Four neighbouring outputs along `along`, each the sum over `over`; an operand that does not depend on `along` is loaded once.
    template <int Outputs, int Packs, bool OneA, bool OneB>
    [[gnu::always_inline]] static void sums(const Place& at, const Loop& along, const Loop& over, std::size_t first, bool accumulate) {
        RowPack sum[Outputs][Packs] = {};
        for (std::uint32_t r = 0; r < over.extent; ++r) {
            RowPack a[Packs], b[Packs];
            if (OneA) load_a(a, at, std::size_t{r} * over.a);
            if (OneB) load_b(b, at, std::size_t{r} * over.b);
            for (int u = 0; u < Outputs; ++u) {
                const std::size_t output = first + static_cast<std::size_t>(u);
                if (!OneA) load_a(a, at, output * along.a + std::size_t{r} * over.a);
                if (!OneB) load_b(b, at, output * along.b + std::size_t{r} * over.b);
                for (int p = 0; p < Packs; ++p) sum[u][p] += a[p] * b[p];
            }
        }
        for (int u = 0; u < Outputs; ++u) {
            double* const out = at.out + (first + static_cast<std::size_t>(u)) * along.out * at.rows;
            for (int p = 0; p < Packs; ++p) {
                double* const cell = out + static_cast<std::size_t>(p) * pack_rows;
                Math::store(cell, accumulate ? Math::load(cell) + sum[u][p] : sum[u][p]);
            }
        }
    }

    template <int Packs, bool OneA, bool OneB>
    static void all_sums(const Place& at, const Loop& along, const Loop& over, bool accumulate) {
        std::size_t i = 0;
        for (; i + 4 <= along.extent; i += 4) sums<4, Packs, OneA, OneB>(at, along, over, i, accumulate);
        for (; i < along.extent; ++i) sums<1, Packs, OneA, OneB>(at, along, over, i, accumulate);
    }

    template <int Packs>
    static void innermost(const Place& at, const Loop& along, const Loop& over, bool accumulate) {
        if (along.a == 0)
            all_sums<Packs, true, false>(at, along, over, accumulate);
        else if (along.b == 0)
            all_sums<Packs, false, true>(at, along, over, accumulate);
        else
            all_sums<Packs, false, false>(at, along, over, accumulate);
    }

    /// The cells of the tiles one by one: here the lanes of a pack are rows. `along` is the row of a row tile, or one cell.
    template <int Packs>
    static void tiles(const BlockList& list, const Contraction& c, const Loop& along, const Place& at) {
        const Step* const steps = list.steps + c.first_step;
        const Tile* tile = list.tiles + c.first_tile;
        for (std::uint32_t o = 0, lane = 0; o < c.tile_cells; ++o, ++lane) {
            if (lane == tile->cells) ++tile, lane = 0;
            const std::uint32_t first_a = tile->a + tile->a_lane[lane], first_b = tile->b + tile->b_lane[lane];
            RowPack sum[Packs] = {};
            for (std::uint32_t s = 0; s < c.steps; ++s) {
                for (std::uint32_t r = 0; r < along.extent; ++r) {
                    RowPack a[Packs], b[Packs];
                    load_a(a, at, first_a + steps[s].a + r * along.a);
                    load_b(b, at, first_b + steps[s].b + r * along.b);
                    for (int p = 0; p < Packs; ++p) sum[p] += a[p] * b[p];
                }
            }
            for (int p = 0; p < Packs; ++p) {
                double* const cell = at.out + o * at.rows + static_cast<std::size_t>(p) * pack_rows;
                Math::store(cell, c.accumulate ? Math::load(cell) + sum[p] : sum[p]);
            }
        }
    }

    /// `turn` for every combination of the first `outer` loops.
    template <class Turn>
    [[gnu::always_inline]] static void around(const Loop* loop, int outer, Place at, const Turn& turn) {
        std::uint32_t count[64];
        for (int axis = 0; axis < outer; ++axis) count[axis] = 0;
        for (;;) {
            turn(at);
            int axis = outer - 1;
            for (; axis >= 0; --axis) {
                const Loop& l = loop[axis];
                move(at, l, 1);
                if (++count[axis] < l.extent) break;
                move(at, l, -static_cast<std::ptrdiff_t>(l.extent));
                count[axis] = 0;
            }
            if (axis < 0) return;
        }
    }

    /// The two innermost loops: one along the output, one that sums. A contraction without sums has one of extent 1.
    template <int Packs>
    static void loops(const Contraction& c, const Loop* loop, const Place& at) {
        const Loop one{1, 0, 0, 0};
        const Loop &second = loop[c.loops - 2], &inner = loop[c.loops - 1];
        const bool no_sum = inner.out != 0 && second.out != 0;
        const Loop& along = inner.out ? inner : second;
        const Loop& over = no_sum ? one : inner.out ? second : inner;
        around(loop, c.loops - (no_sum ? 1 : 2), at, [&](const Place& place) { innermost<Packs>(place, along, over, c.accumulate); });
    }

    [[gnu::always_inline]] static void move(Place& at, const Loop& l, std::ptrdiff_t steps) {
        const auto rows = static_cast<std::ptrdiff_t>(at.rows);
        at.out += steps * l.out * rows;
        at.a += steps * l.a * (AllA ? 1 : rows);
        at.b += steps * l.b * (AllB ? 1 : rows);
    }

    template <int Packs>
    static void clear(const Contraction& c, const Place& at) {
        for (std::uint32_t o = 0; o < c.out_cells; ++o) {
            for (int p = 0; p < Packs; ++p) Math::store(at.out + o * at.rows + static_cast<std::size_t>(p) * pack_rows, RowPack{});
        }
    }

    template <int Packs>
    static void strip(const BlockList& list, const Contraction& c, const Place& at) {
        if (c.accumulate) clear<Packs>(c, at);
        const Loop* const loop = list.loops + c.first_loop;
        const Loop one_cell{1, 0, 0, 0};
        if (c.kernel == Kernel::tiles || c.kernel == Kernel::row_tiles) {
            const Loop& along = c.kernel == Kernel::tiles ? one_cell : loop[c.loops - 1];
            around(loop, c.outer_loops, at, [&](const Place& place) { tiles<Packs>(list, c, along, place); });
        } else {
            loops<Packs>(c, loop, at);
        }
    }

    static void run(const BlockList& list, const BlockStep& step, const BlockMemory& memory) {
        const Contraction& c = list.contractions[step.first];
        const std::size_t rows = memory.rows;
        Place at{memory.arena + step.out * rows, AllA ? list.uniform + step.a : memory.arena + step.a * rows,
                 AllB ? list.uniform + step.b : memory.arena + step.b * rows, rows};
        const auto move_rows = [&](std::size_t count) { at.out += count, at.a += AllA ? 0 : count, at.b += AllB ? 0 : count; };
        std::uint32_t row = 0;
        for (; row + 2 * pack_rows <= memory.rows; row += 2 * pack_rows, move_rows(2 * pack_rows)) strip<2>(list, c, at);
        if (row < memory.rows) strip<1>(list, c, at);
    }
};

}  // namespace pgm::kernels
