#pragma once

// The kernels of blocks of rows, compiled once per instruction set (block_run_*.cpp), hence all
// templates on a tag and no function of the standard library: an inline function compiled for
// AVX-512 must never be the copy that the linker keeps for everybody.

#include <pgm/inference/detail/lanes/block_contraction.hpp>
#include <pgm/inference/detail/lanes/block_product.hpp>

namespace pgm::detail::kernels {

template <class Isa>
struct BlockRun : PackMath<Isa> {
    using Math = PackMath<Isa>;
    using Product = BlockProduct<Isa>;

    /// The codes of one column; every code that is no state is the missing one.
    template <class Code>
    static void read_column(const Code* cells, const BlockMemory& memory, std::uint32_t states,
                            std::uint32_t* __restrict codes) {
        const std::uint32_t used = memory.used, rows = memory.rows;
        const std::uint32_t* const list = memory.row_list;
        if (list) {
            for (std::uint32_t i = 0; i < used; ++i) codes[i] = cells[list[i]];
        } else {
            cells += memory.first_row;
            for (std::uint32_t i = 0; i < used; ++i) codes[i] = cells[i];
        }
        for (std::uint32_t i = used; i < rows; ++i) codes[i] = codes[used - 1];
        for (std::uint32_t i = 0; i < rows; ++i) codes[i] = codes[i] < states ? codes[i] : states;
    }

    /// Every column into BlockMemory::codes.
    static void read_columns(const BlockMemory& memory) {
        std::uint32_t* codes = memory.codes;
        for (const BlockColumn* column = memory.columns;
             column != memory.columns + memory.column_count; ++column, codes += memory.rows) {
            switch (column->bytes) {
                case 1:
                    read_column(static_cast<const std::uint8_t*>(column->cells), memory,
                                column->states, codes);
                    break;
                case 2:
                    read_column(static_cast<const std::uint16_t*>(column->cells), memory,
                                column->states, codes);
                    break;
                default:
                    read_column(static_cast<const std::uint32_t*>(column->cells), memory,
                                column->states, codes);
                    break;
            }
        }
    }

    static double* cell(const BlockMemory& memory, std::uint32_t number) {
        return memory.arena + std::size_t{number} * memory.rows;
    }

    static void fill(const BlockMemory& memory, std::uint32_t first, std::uint32_t cells,
                     double value) {
        double* const p = cell(memory, first);
        for (std::size_t i = 0; i < std::size_t{cells} * memory.rows; i += lane_rows)
            Math::store(p + i, RowPack{} + value);
    }

    static void contract(const BlockList& list, const BlockStep& step, const BlockMemory& memory) {
        if (step.a_uniform)
            BlockContractionRun<Isa, true, false>::run(list, step, memory);
        else if (step.b_uniform)
            BlockContractionRun<Isa, false, true>::run(list, step, memory);
        else
            BlockContractionRun<Isa, false, false>::run(list, step, memory);
    }

    /// Per row, divides by the power of two that brings the largest cell into [1, 2), when it is
    /// far from there: as for single rows (contraction_run.hpp).
    static void rescale(const BlockList& list, const BlockStep& step, const BlockMemory& memory) {
        for (std::uint32_t row = 0; row < memory.rows; row += lane_rows) {
            double* const first = cell(memory, step.out) + row;
            RowPack largest = Math::load(first);
            for (std::uint32_t i = 1; i < step.cells; ++i)
                largest = Math::larger(largest, Math::load(first + std::size_t{i} * memory.rows));
            const RowBits biased = Math::biased_exponent(largest);
            RowBits exponent = biased - 1023;
            exponent = (biased == 0) | (biased == 0x7ff) | ((exponent > -32) & (exponent < 32))
                           ? RowBits{}
                           : exponent;
            std::int64_t any = 0;
            for (std::uint32_t k = 0; k < lane_rows; ++k) any |= exponent[k];
            if (any == 0) continue;
            // Two factors, since -exponent may be 1022 and more.
            const RowBits half = -exponent >> 1;
            const RowPack once = Math::power_of_two(half),
                          twice = Math::power_of_two(-exponent - half);
            for (std::uint32_t i = 0; i < step.cells; ++i) {
                double* const p = first + std::size_t{i} * memory.rows;
                Math::store(p, Math::load(p) * once * twice);
            }
            double* const total = cell(memory, list.row_exponent) + row;
            if (step.counts) Math::store(total, Math::load(total) + Math::to_numbers(exponent));
        }
    }

    /// The logarithm of a product of Gaussians, for a few cells of a few packs in registers. A
    /// missing value contributes nothing.
    template <int Cells, int Packs>
    static void add_normals(const BlockList& list, const BlockDensity& density,
                            const BlockMemory& memory, std::uint32_t first, std::uint32_t row) {
        RowPack sum[Cells][Packs] = {};
        for (std::uint32_t term = 0; term < density.terms; ++term) {
            const double* const values = memory.values[density.first_term + term];
            if (!values) continue;
            const double* normal = list.normals + density.first_normal +
                                   (std::size_t{term} * density.cells + first) * 3;
            for (int p = 0; p < Packs; ++p) {
                const double* const at = values + row + static_cast<std::size_t>(p) * lane_rows;
                __builtin_prefetch(
                    at +
                    2 * Packs *
                        lane_rows);  // rows usually follow each other, also from block to block
                const RowPack x = Math::load(at);
                for (int c = 0; c < Cells; ++c) {
                    const RowPack z = (x - normal[3 * c]) * normal[3 * c + 1],
                                  log = normal[3 * c + 2] - z * z;
                    sum[c][p] += log == log ? log : RowPack{};
                }
            }
        }
        for (int c = 0; c < Cells; ++c) {
            double* const out =
                cell(memory, density.out + first + static_cast<std::uint32_t>(c)) + row;
            for (int p = 0; p < Packs; ++p)
                Math::store(out + static_cast<std::size_t>(p) * lane_rows, sum[c][p]);
        }
    }

    template <int Cells>
    static void add_normals_of_all_rows(const BlockList& list, const BlockDensity& density,
                                        const BlockMemory& memory, std::uint32_t first) {
        constexpr int packs = Cells <= 2 ? 4 : 2;
        std::uint32_t row = 0;
        for (; row + packs * lane_rows <= memory.rows; row += packs * lane_rows)
            add_normals<Cells, packs>(list, density, memory, first, row);
        for (; row < memory.rows; row += lane_rows)
            add_normals<Cells, 1>(list, density, memory, first, row);
    }

    /// The sums of Gaussians among the densities.
    static void add_all_normals(const BlockList& list, const BlockMemory& memory) {
        for (const BlockDensity* density = list.first_density; density != list.last_density;
             ++density) {
            if (density->terms == 0) continue;
            std::uint32_t i = 0;
            for (; i + 4 <= density->cells; i += 4)
                add_normals_of_all_rows<4>(list, *density, memory, i);
            if (i + 2 <= density->cells)
                add_normals_of_all_rows<2>(list, *density, memory, i), i += 2;
            if (i < density->cells) add_normals_of_all_rows<1>(list, *density, memory, i);
        }
    }

    /// From logarithms of densities to numbers and exponents, relative to the largest of the row,
    /// whose logarithm the row keeps: densities differ where doubles cannot hold their exponents.
    /// There is one exponent per cell for the last product, none otherwise; then what is far below
    /// the row's largest underflows, and the processor says so.
    static void exponentiate(const BlockList& list, const BlockDensity& density,
                             const BlockMemory& memory, std::uint32_t row) {
        const RowPack impossible = RowPack{} - __builtin_inf();
        RowPack largest = impossible;
        for (std::uint32_t i = 0; i < density.cells; ++i)
            largest = Math::larger(largest, Math::load(cell(memory, density.out + i) + row));
        const RowPack shift = largest == impossible ? RowPack{} : largest;
        double* const total = cell(memory, list.row_log) + row;
        Math::store(total, Math::load(total) + shift);
        for (std::uint32_t i = 0; i < density.cells; ++i) {
            double* const number = cell(memory, density.out + i) + row;
            RowPack x = Math::load(number) - shift, e;
            Math::exponential(x, e);
            Math::store(number, density.in_last ? last_number(list, x, e) : near_number(x, e));
            if (density.in_last) Math::store(cell(memory, density.exponents + i) + row, e);
        }
    }

    /// Beside other densities whose exponents are added to this one, digits that it lacks may
    /// count. Such a number underflows, so that the row is asked by itself.
    [[gnu::always_inline]] static RowPack last_number(const BlockList& list, RowPack x,
                                                      RowPack exponent) {
        if (list.last_densities < 2) return x;
        const RowPack tiny =
            exponent < Math::exact_exponent ? RowPack{} + 0x1p-1000 : RowPack{} + 1;
        return x * tiny * tiny;
    }

    [[gnu::always_inline]] static RowPack near_number(RowPack x, RowPack exponent) {
        const auto is_far = exponent < -1000;
        const RowPack rest = is_far ? RowPack{} + 0x1p-1000 : RowPack{} + 1;
        return x * Math::power_of_two(Math::to_integers(is_far ? RowPack{} - 1000 : exponent)) *
               rest;
    }

    /// The exponents that the last product begins with: those of its densities.
    static void begin_last(const BlockList& list, const BlockMemory& memory) {
        fill(memory, list.exponents_of_numbers, list.last_states, 0);
        for (const BlockDensity* density = list.first_density; density != list.last_density;
             ++density) {
            if (!density->in_last) continue;
            double* const total = cell(memory, list.exponents_of_numbers);
            const double* const more = cell(memory, density->exponents);
            for (std::size_t i = 0; i < std::size_t{list.last_states} * memory.rows; i += lane_rows)
                Math::store(total + i, Math::load(total + i) + Math::load(more + i));
        }
    }

    static void run_steps(const BlockList& list, const BlockMemory& memory) {
        for (const BlockStep* step = list.first; step != list.last; ++step) {
            if (step->kind == BlockStep::Kind::contract)
                contract(list, *step, memory);
            else
                Product::run(list, list.factors + step->first, step->count, memory, step->cells,
                             cell(memory, step->out), nullptr);
            if (step->rescale) rescale(list, *step, memory);
        }
    }

    /// The numbers of one row are brought to one exponent, the largest; what is 2^-1000 of the
    /// largest is nothing to a probability.
    static void finish_last(const BlockList& list, const BlockMemory& memory, std::uint32_t row) {
        const RowPack none = RowPack{} - __builtin_inf();
        RowPack highest = none, sum = {};
        for (std::uint32_t k = 0; k < list.last_states; ++k) {
            double* const number = cell(memory, list.numbers + k) + row;
            double* const exponent = cell(memory, list.exponents_of_numbers + k) + row;
            RowPack x = Math::load(number), e = Math::load(exponent);
            Math::split(x, e);
            e = x > 0 ? e : none;
            highest = Math::larger(highest, e);
            Math::store(number, x);
            Math::store(exponent, e);
        }
        highest = highest == none ? RowPack{} : highest;
        for (std::uint32_t k = 0; k < list.last_states; ++k) {
            double* const exponent = cell(memory, list.exponents_of_numbers + k) + row;
            const RowPack distance = Math::load(exponent) - highest;
            sum += Math::load(cell(memory, list.numbers + k) + row) * share_of_largest(distance);
            Math::store(exponent, distance);
        }
        store_last(list, memory, row, finish_row(list, memory, row, highest, sum));
    }

    /// 2^distance, or 0.
    [[gnu::always_inline]] static RowPack share_of_largest(RowPack distance) {
        const auto is_far = distance < -1000;
        const RowPack near = is_far ? RowPack{} - 1000 : distance;
        return is_far ? RowPack{} : Math::power_of_two(Math::to_integers(near));
    }

    /// P(target = k | e) and its logarithm, from numbers with exponents relative to the largest and
    /// their sum, which is 0 for an impossible row.
    static void store_last(const BlockList& list, const BlockMemory& memory, std::uint32_t row,
                           RowPack sum) {
        const auto possible = sum > 0;
        const RowPack impossible = RowPack{} - __builtin_inf(),
                      divisor = possible ? sum : RowPack{} + 1;
        for (std::uint32_t k = 0; k < list.last_states; ++k) {
            const RowPack number = Math::load(cell(memory, list.numbers + k) + row) / divisor;
            const RowPack distance = Math::load(cell(memory, list.exponents_of_numbers + k) + row);
            Math::store(cell(memory, list.probabilities + k) + row,
                        possible ? number * share_of_largest(distance) : RowPack{});
            if (!memory.wants_log_probabilities) continue;
            const auto positive = (number > 0) & possible;
            const RowPack value =
                Math::logarithm(positive ? number : RowPack{} + 1, positive ? distance : RowPack{});
            Math::store(cell(memory, list.log_probabilities + k) + row,
                        positive ? value : impossible);
        }
    }

    /// log P(e); `sum` is a factor of it, and is returned, as 0 where P(e) = 0.
    static RowPack finish_row(const BlockList& list, const BlockMemory& memory, std::uint32_t row,
                              RowPack highest, RowPack sum) {
        RowPack common = Math::load(cell(memory, list.common) + row) * list.constant_mantissa;
        RowPack exponent =
            Math::load(cell(memory, list.row_exponent) + row) + list.constant_exponent;
        const auto possible = (sum > 0) & (common > 0);
        Math::split(common, exponent);
        const RowPack value = Math::logarithm(possible ? sum * common : RowPack{} + 1,
                                              possible ? highest + exponent : RowPack{});
        const RowPack row_log = Math::load(cell(memory, list.row_log) + row);
        Math::store(cell(memory, list.log_evidence) + row,
                    possible ? value + row_log : RowPack{} - __builtin_inf());
        return possible ? sum : RowPack{};
    }

    /// Many targets: P(e) from the common factors alone; every output is normalised where it lies.
    static void finish_outputs(const BlockList& list, const BlockMemory& memory,
                               std::uint32_t row) {
        finish_row(list, memory, row, RowPack{}, RowPack{} + 1);
        for (const BlockOutput* output = list.first_output; output != list.last_output; ++output) {
            if (output->uniform) continue;
            RowPack sum = {};
            for (std::uint32_t k = 0; k < output->states; ++k)
                sum += Math::load(cell(memory, output->cell + k) + row);
            const RowPack divisor = sum > 0 ? sum : RowPack{} + 1;
            for (std::uint32_t k = 0; k < output->states; ++k) {
                double* const p = cell(memory, output->cell + k) + row;
                Math::store(p, Math::load(p) / divisor);
            }
        }
    }

    static void run(const BlockList& list, const BlockMemory& memory) {
        fill(memory, list.row_exponent, 1, 0);
        fill(memory, list.row_log, 1, 0);
        for (const BlockDensity* density = list.first_density; density != list.last_density;
             ++density) {
            for (std::uint32_t row = 0; row < memory.rows; row += lane_rows)
                exponentiate(list, *density, memory, row);
        }
        run_steps(list, memory);
        Product::run(list, list.factors + list.first_common, list.common_factors, memory, 1,
                     cell(memory, list.common), cell(memory, list.row_exponent));
        if (list.last_states > 0) {
            begin_last(list, memory);
            Product::run(list, list.factors + list.first_last, list.last_factors, memory,
                         list.last_states, cell(memory, list.numbers),
                         cell(memory, list.exponents_of_numbers));
        }
        for (std::uint32_t row = 0; row < memory.rows; row += lane_rows) {
            list.last_states > 0 ? finish_last(list, memory, row)
                                 : finish_outputs(list, memory, row);
        }
    }
};

/// Look-ups for machines without instructions for them.
struct LookUpByRow {
    [[gnu::always_inline]] static RowPack look_up(const double* table, RowCodes index) {
        RowPack pack{};
        for (std::uint32_t i = 0; i < lane_rows; ++i) pack[i] = table[index[i]];
        return pack;
    }
    [[gnu::always_inline]] static RowPack look_up_8(const double* table, RowCodes index) {
        return look_up(table, index);
    }
    [[gnu::always_inline]] static RowPack look_up_16(const double* table, RowCodes index) {
        return look_up(table, index);
    }
};

}  // namespace pgm::detail::kernels
