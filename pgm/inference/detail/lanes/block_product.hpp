#pragma once

#include <pgm/core/simd/detail/math.hpp>
#include <pgm/inference/detail/lanes/block_list.hpp>

namespace pgm::detail::kernels {
namespace {

using namespace simd;

/// Products of tables, cell by cell, a few cells of a few packs at a time, which stay in registers
/// until the last factor.
struct BlockProduct {
    /// The combination of its codes that each row reads.
    [[gnu::always_inline]] static Codes index_of(const BlockList& list, const BlockGather& gather,
                                                 const BlockMemory& memory, std::uint32_t row) {
        const BlockEvidenceAxis* axis = list.evidence_axes + gather.first_evidence_axis;
        Codes index = load<Codes>(memory.codes + std::size_t{axis->column} * memory.rows + row);
        for (std::uint32_t i = 1; i < gather.evidence_axes; ++i) {
            index += load<Codes>(memory.codes + std::size_t{axis[i].column} * memory.rows + row) *
                     axis[i].stride;
        }
        return index;
    }

    /// `Combinations`: 8 or 16 for tables that fit into registers, 0 for others.
    template <int Combinations, int Cells, int Packs>
    [[gnu::always_inline]] static void look_up(Doubles (&product)[Cells][Packs],
                                               const double* table, std::uint32_t stride,
                                               const Codes (&index)[Packs]) {
        for (int c = 0; c < Cells; ++c, table += stride) {
            for (int p = 0; p < Packs; ++p)
                product[c][p] *= simd::look_up<Combinations>(table, index[p]);
        }
    }

    /// The product of a single slice: which combination a row reads is worked out once for all
    /// cells.
    template <int Combinations, int Packs>
    static void copy_slices(const BlockList& list, const BlockGather& gather,
                            const BlockMemory& memory, std::uint32_t cells, std::uint32_t row,
                            double* out) {
        Codes index[Packs];
        for (int p = 0; p < Packs; ++p)
            index[p] = index_of(list, gather, memory,
                                row + static_cast<std::uint32_t>(p) * register_doubles);
        const double* table = list.tables + gather.table;
        for (std::uint32_t cell = 0; cell < cells;
             ++cell, table += gather.stride, out += memory.rows) {
            Doubles slice[1][Packs];
            for (Doubles& pack : slice[0]) pack = Doubles{} + 1;
            look_up<Combinations>(slice, table, gather.stride, index);
            for (int p = 0; p < Packs; ++p)
                store(out + static_cast<std::size_t>(p) * register_doubles, slice[0][p]);
        }
    }

    template <int Combinations>
    static void copy_all_rows(const BlockList& list, const BlockGather& gather,
                              const BlockMemory& memory, std::uint32_t cells, double* out) {
        std::uint32_t row = 0;
        for (; row + 4 * register_doubles <= memory.rows; row += 4 * register_doubles)
            copy_slices<Combinations, 4>(list, gather, memory, cells, row, out + row);
        for (; row < memory.rows; row += register_doubles)
            copy_slices<Combinations, 1>(list, gather, memory, cells, row, out + row);
    }

    /// A table of slices alone.
    static void copy(const BlockList& list, const BlockFactor& factor, const BlockMemory& memory,
                     std::uint32_t cells, double* out) {
        const BlockGather& gather = list.gathers[factor.index];
        if (gather.stride == 8)
            copy_all_rows<8>(list, gather, memory, cells, out);
        else if (gather.stride == 16)
            copy_all_rows<16>(list, gather, memory, cells, out);
        else
            copy_all_rows<0>(list, gather, memory, cells, out);
        add_exponents(list, &factor, 1, memory);
    }

    template <int Cells, int Packs>
    [[gnu::always_inline]] static void multiply_slices(Doubles (&product)[Cells][Packs],
                                                       const BlockList& list,
                                                       const BlockGather& gather,
                                                       const BlockMemory& memory,
                                                       std::uint32_t cell, std::uint32_t row) {
        Codes index[Packs];
        for (int p = 0; p < Packs; ++p)
            index[p] = index_of(list, gather, memory,
                                row + static_cast<std::uint32_t>(p) * register_doubles);
        const double* const table = list.tables + gather.table + std::size_t{cell} * gather.stride;
        switch (gather.stride) {
            case 8:
                look_up<8>(product, table, 8, index);
                break;
            case 16:
                look_up<16>(product, table, 16, index);
                break;
            default:
                look_up<0>(product, table, gather.stride, index);
                break;
        }
    }

    template <int Cells, int Packs>
    [[gnu::always_inline]] static void multiply_rows(Doubles (&product)[Cells][Packs],
                                                     const double* table, std::uint32_t rows) {
        for (int c = 0; c < Cells; ++c) {
            for (int p = 0; p < Packs; ++p)
                product[c][p] *= load<Doubles>(table + static_cast<std::size_t>(c) * rows +
                                               static_cast<std::size_t>(p) * register_doubles);
        }
    }

    /// Some cells of some rows, all factors. `exponents`, where given, has a cell for each of the
    /// product's.
    template <int Cells, int Packs>
    static void multiply(const BlockList& list, const BlockFactor* factor, std::uint32_t count,
                         const BlockMemory& memory, std::uint32_t cell, std::uint32_t row,
                         double* out, double* exponents) {
        Doubles product[Cells][Packs];
        for (auto& packs : product) {
            for (Doubles& pack : packs) pack = Doubles{} + 1;
        }
        for (const BlockFactor* const last = factor + count; factor != last; ++factor) {
            if (factor->scale_before) scale(product, exponents, memory.rows);
            switch (factor->kind) {
                case BlockFactor::Kind::gather:
                    multiply_slices(product, list, list.gathers[factor->index], memory, cell, row);
                    break;
                case BlockFactor::Kind::rows:
                    multiply_rows(
                        product,
                        memory.arena + std::size_t{factor->index + cell} * memory.rows + row,
                        memory.rows);
                    break;
                case BlockFactor::Kind::uniform:
                    for (int c = 0; c < Cells; ++c) {
                        for (Doubles& pack : product[c])
                            pack *=
                                list.uniform[factor->index + cell + static_cast<std::uint32_t>(c)];
                    }
            }
        }
        for (int c = 0; c < Cells; ++c) {
            for (int p = 0; p < Packs; ++p)
                store(out + static_cast<std::size_t>(c) * memory.rows +
                          static_cast<std::size_t>(p) * register_doubles,
                      product[c][p]);
        }
    }

    template <int Cells, int Packs>
    static void scale(Doubles (&product)[Cells][Packs], double* exponents, std::uint32_t rows) {
        for (int c = 0; c < Cells; ++c) {
            for (int p = 0; p < Packs; ++p) {
                double* const at = exponents + static_cast<std::size_t>(c) * rows +
                                   static_cast<std::size_t>(p) * register_doubles;
                Doubles exponent = load<Doubles>(at);
                split(product[c][p], exponent);
                store(at, exponent);
            }
        }
    }

    /// All rows of some cells: as many packs at once as registers hold.
    template <int Cells>
    static void multiply_all_rows(const BlockList& list, const BlockFactor* factors,
                                  std::uint32_t count, const BlockMemory& memory,
                                  std::uint32_t cell, double* out, double* exponents) {
        constexpr int packs = Cells <= 2 ? 4 : 2;
        std::uint32_t row = 0;
        for (; row + packs * register_doubles <= memory.rows; row += packs * register_doubles) {
            multiply<Cells, packs>(list, factors, count, memory, cell, row, out + row,
                                   exponents ? exponents + row : nullptr);
        }
        for (; row < memory.rows; row += register_doubles) {
            multiply<Cells, 1>(list, factors, count, memory, cell, row, out + row,
                               exponents ? exponents + row : nullptr);
        }
    }

    /// The whole product.
    static void run(const BlockList& list, const BlockFactor* factors, std::uint32_t count,
                    const BlockMemory& memory, std::uint32_t cells, double* out,
                    double* exponents) {
        if (count == 1 && factors->kind == BlockFactor::Kind::gather && !exponents)
            return copy(list, *factors, memory, cells, out);
        for (std::uint32_t cell = 0; cell < cells;) {
            const std::size_t at = std::size_t{cell} * memory.rows;
            double* const e = exponents ? exponents + at : nullptr;
            switch (cells - cell) {
                case 1:
                    multiply_all_rows<1>(list, factors, count, memory, cell, out + at, e),
                        cell += 1;
                    break;
                case 2:
                    multiply_all_rows<2>(list, factors, count, memory, cell, out + at, e),
                        cell += 2;
                    break;
                case 3:
                    multiply_all_rows<3>(list, factors, count, memory, cell, out + at, e),
                        cell += 3;
                    break;
                default:
                    multiply_all_rows<4>(list, factors, count, memory, cell, out + at, e),
                        cell += 4;
                    break;
            }
        }
        add_exponents(list, factors, count, memory);
    }

    /// Adds the exponents that scaling took out of the slices when they were packed.
    static void add_exponents(const BlockList& list, const BlockFactor* factors,
                              std::uint32_t count, const BlockMemory& memory) {
        double* const total = memory.arena + std::size_t{list.row_exponent} * memory.rows;
        for (std::uint32_t i = 0; i < count; ++i) {
            if (factors[i].kind != BlockFactor::Kind::gather) continue;
            const BlockGather& gather = list.gathers[factors[i].index];
            if (gather.first_exponent == BlockGather::none) continue;
            for (std::uint32_t row = 0; row < memory.rows; row += register_doubles) {
                const Codes index = index_of(list, gather, memory, row);
                store(total + row,
                      load<Doubles>(total + row) +
                          simd::look_up<0>(list.exponents + gather.first_exponent, index));
            }
        }
    }
};

}  // namespace
}  // namespace pgm::detail::kernels
