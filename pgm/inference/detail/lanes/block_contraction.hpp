#pragma once

#include <pgm/core/simd/detail/pack.hpp>
#include <pgm/inference/detail/lanes/block_list.hpp>

namespace pgm::detail::kernels {
namespace {

using namespace simd;

/// Contractions of tables whose cells are vectors of rows. `AllA`: all rows share the first
/// operand, whose cells are single numbers then; `AllB` likewise.
template <bool AllA, bool AllB>
struct BlockContractionRun {
    /// So many packs of rows at once, with four cells of each, as the registers of the instruction
    /// set hold.
    static constexpr int most_packs = register_doubles == 8 ? 4 : 2;

    /// First cells of the three tables, at the first row of the strip that is worked on.
    struct StripCells {
        double* out;
        const double *a, *b;
        std::size_t rows;
    };

    template <bool All>
    [[gnu::always_inline]] static Doubles rows_of(const double* cell, int pack) {
        return All ? Doubles{} + *cell
                   : load<Doubles>(cell + static_cast<std::size_t>(pack) * register_doubles);
    }
    [[gnu::always_inline]] static Doubles product(const double* a, const double* b, int pack) {
        return rows_of<AllA>(a, pack) * rows_of<AllB>(b, pack);
    }

    /// One group of cells: all their sums at once, since a sum alone is a chain of additions. The
    /// first term is where a and b begin.
    template <int Cells, int Packs>
    [[gnu::always_inline]] static void sums(const BlockGroup& group, const BlockTerm* term,
                                            const BlockTerm* end, const StripCells& at) {
        const std::size_t cell_a = AllA ? 1 : at.rows, cell_b = AllB ? 1 : at.rows;
        const double *a[Cells], *b[Cells];
        for (int u = 0; u < Cells; ++u)
            a[u] = at.a + group.a[u] * cell_a, b[u] = at.b + group.b[u] * cell_b;
        Doubles sum[Cells][Packs];
        for (int u = 0; u < Cells; ++u) {
            for (int p = 0; p < Packs; ++p) sum[u][p] = product(a[u], b[u], p);
        }
        while (++term != end) {
            const std::size_t to_a = term->a * cell_a, to_b = term->b * cell_b;
            for (int u = 0; u < Cells; ++u) {
                for (int p = 0; p < Packs; ++p) sum[u][p] += product(a[u] + to_a, b[u] + to_b, p);
            }
        }
        for (int u = 0; u < Cells; ++u) {
            double* const out = at.out + group.out[u] * at.rows;
            for (int p = 0; p < Packs; ++p)
                store(out + static_cast<std::size_t>(p) * register_doubles, sum[u][p]);
        }
    }

    template <int Packs>
    static void strip(const BlockList& list, const BlockContraction& c, const StripCells& at) {
        const BlockTerm *const term = list.terms + c.first_term, *const end = term + c.terms;
        const BlockGroup* group = list.groups + c.first_group;
        for (const BlockGroup* const last = group + c.groups; group != last; ++group)
            sums<4, Packs>(*group, term, end, at);
        if (c.rest == 1) sums<1, Packs>(*group, term, end, at);
        if (c.rest == 2) sums<2, Packs>(*group, term, end, at);
        if (c.rest == 3) sums<3, Packs>(*group, term, end, at);
    }

    static void run(const BlockList& list, const BlockStep& step, const BlockMemory& memory) {
        const BlockContraction& c = list.contractions[step.first];
        const std::size_t rows = memory.rows;
        StripCells at{memory.arena + step.out * rows,
                      AllA ? list.uniform + step.a : memory.arena + step.a * rows,
                      AllB ? list.uniform + step.b : memory.arena + step.b * rows, rows};
        const auto move_rows = [&](std::size_t count) {
            at.out += count, at.a += AllA ? 0 : count, at.b += AllB ? 0 : count;
        };
        std::uint32_t row = 0;
        for (; row + most_packs * register_doubles <= memory.rows;
             row += most_packs * register_doubles, move_rows(most_packs * register_doubles))
            strip<most_packs>(list, c, at);
        for (; row < memory.rows; row += register_doubles, move_rows(register_doubles))
            strip<1>(list, c, at);
    }
};

}  // namespace
}  // namespace pgm::detail::kernels
