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
            pack[p] = AllA ? RowPack{} + at.a[cell] : Math::load(at.a + cell * at.rows + static_cast<std::size_t>(p) * lane_rows);
    }
    template <int Packs>
    [[gnu::always_inline]] static void load_b(RowPack (&pack)[Packs], const Place& at, std::size_t cell) {
        for (int p = 0; p < Packs; ++p)
            pack[p] = AllB ? RowPack{} + at.b[cell] : Math::load(at.b + cell * at.rows + static_cast<std::size_t>(p) * lane_rows);
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
                double* const cell = out + static_cast<std::size_t>(p) * lane_rows;
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

    /// `Cells` neighbours in one tile, from `lane` on: as many sums at once as keep the processor busy. `along` is the row of a row tile, or one cell.
    template <int Cells, int Packs>
    [[gnu::always_inline]] static void tile_cells(const BlockList& list, const Contraction& c, const Loop& along, const Place& at, const Tile& tile,
                                                  std::uint32_t lane, double* out) {
        const std::size_t cell_a = AllA ? 1 : at.rows, cell_b = AllB ? 1 : at.rows;
        const double *from_a[Cells], *from_b[Cells];
        for (int u = 0; u < Cells; ++u) {
            from_a[u] = at.a + (std::size_t{tile.a} + tile.a_lane[lane + static_cast<std::uint32_t>(u)]) * cell_a;
            from_b[u] = at.b + (std::size_t{tile.b} + tile.b_lane[lane + static_cast<std::uint32_t>(u)]) * cell_b;
        }
        RowPack sum[Cells][Packs] = {};
        for (const Step *step = list.steps + c.first_step, *const end = step + c.steps; step != end; ++step) {
            for (std::size_t r = 0; r < along.extent; ++r) {
                const std::size_t to_a = (step->a + r * along.a) * cell_a, to_b = (step->b + r * along.b) * cell_b;
                for (int u = 0; u < Cells; ++u) {
                    for (int p = 0; p < Packs; ++p) {
                        const std::size_t row = static_cast<std::size_t>(p) * lane_rows;
                        const RowPack a = AllA ? RowPack{} + from_a[u][to_a] : Math::load(from_a[u] + to_a + row);
                        const RowPack b = AllB ? RowPack{} + from_b[u][to_b] : Math::load(from_b[u] + to_b + row);
                        sum[u][p] += a * b;
                    }
                }
            }
        }
        for (int u = 0; u < Cells; ++u) {
            for (int p = 0; p < Packs; ++p) {
                double* const cell = out + static_cast<std::size_t>(u) * at.rows + static_cast<std::size_t>(p) * lane_rows;
                Math::store(cell, c.accumulate ? Math::load(cell) + sum[u][p] : sum[u][p]);
            }
        }
    }

    /// The cells of the tiles, four at a time and then one by one: here the lanes of a pack are rows.
    template <int Packs>
    static void tiles(const BlockList& list, const Contraction& c, const Loop& along, const Place& at) {
        const Tile* tile = list.tiles + c.first_tile;
        double* out = at.out;
        for (double* const end = out + c.tile_cells * at.rows; out != end; out += tile->cells * at.rows, ++tile) {
            std::uint32_t lane = 0;
            for (; lane + 4 <= tile->cells; lane += 4) tile_cells<4, Packs>(list, c, along, at, *tile, lane, out + lane * at.rows);
            for (; lane < tile->cells; ++lane) tile_cells<1, Packs>(list, c, along, at, *tile, lane, out + lane * at.rows);
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
            for (int p = 0; p < Packs; ++p) Math::store(at.out + o * at.rows + static_cast<std::size_t>(p) * lane_rows, RowPack{});
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
        for (; row + 2 * lane_rows <= memory.rows; row += 2 * lane_rows, move_rows(2 * lane_rows)) strip<2>(list, c, at);
        if (row < memory.rows) strip<1>(list, c, at);
    }
};

}  // namespace pgm::kernels
