// The kernels of blocks of rows, compiled once per instruction set (simd/detail/dispatch.hpp). Rows
// do not meet each other, hence every instruction set gives the same bits.

#include <pgm/inference/detail/lanes/block_contraction.hpp>
#include <pgm/inference/detail/lanes/block_product.hpp>

namespace pgm::detail {
namespace kernels {
namespace {

/// 2^negligible_exponent
constexpr double negligible = 0x1p-1000;

struct BlockRun {
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
        for (std::size_t i = 0; i < std::size_t{cells} * memory.rows; i += register_doubles)
            store(p + i, Doubles{} + value);
    }

    static void contract(const BlockList& list, const BlockStep& step, const BlockMemory& memory) {
        if (step.a_uniform)
            BlockContractionRun<true, false>::run(list, step, memory);
        else if (step.b_uniform)
            BlockContractionRun<false, true>::run(list, step, memory);
        else
            BlockContractionRun<false, false>::run(list, step, memory);
    }

    /// Per row, as for single rows (contraction_simd.cpp).
    static void rescale(const BlockList& list, const BlockStep& step, const BlockMemory& memory) {
        for (std::uint32_t row = 0; row < memory.rows; row += register_doubles) {
            double* const first = cell(memory, step.out) + row;
            Doubles largest = load<Doubles>(first);
            for (std::uint32_t i = 1; i < step.cells; ++i)
                largest =
                    reduce<true>(largest, load<Doubles>(first + std::size_t{i} * memory.rows));
            const Words exponent = excess_exponent_of_normal<Words>(largest);
            std::int64_t any = 0;
            for (std::uint32_t k = 0; k < register_doubles; ++k) any |= exponent[k];
            if (any == 0) continue;
            const ScalingFactors<Doubles, Words> factor(exponent);
            for (std::uint32_t i = 0; i < step.cells; ++i) {
                double* const p = first + std::size_t{i} * memory.rows;
                store(p, load<Doubles>(p) * factor.first * factor.second);
            }
            double* const total = cell(memory, list.row_exponent) + row;
            if (step.counts) store(total, load<Doubles>(total) + to_numbers(exponent));
        }
    }

    /// The logarithm of a product of Gaussians, for a few cells of a few packs in registers. A
    /// missing value contributes nothing.
    template <int Cells, int Packs>
    static void add_normals(const BlockList& list, const BlockDensity& density,
                            const BlockMemory& memory, std::uint32_t first, std::uint32_t row) {
        Doubles sum[Cells][Packs] = {};
        for (std::uint32_t term = 0; term < density.terms; ++term) {
            const double* const values = memory.values[density.first_term + term];
            if (!values) continue;
            const double* normal = list.normals + density.first_normal +
                                   (std::size_t{term} * density.cells + first) * 3;
            for (int p = 0; p < Packs; ++p) {
                const double* const at =
                    values + row + static_cast<std::size_t>(p) * register_doubles;
                // Rows usually follow each other, also from block to block.
                __builtin_prefetch(at + 2 * Packs * register_doubles);
                const Doubles x = load<Doubles>(at);
                for (int c = 0; c < Cells; ++c) {
                    const Doubles z = (x - normal[3 * c]) * normal[3 * c + 1],
                                  log = normal[3 * c + 2] - z * z;
                    sum[c][p] += log == log ? log : Doubles{};
                }
            }
        }
        for (int c = 0; c < Cells; ++c) {
            double* const out =
                cell(memory, density.out + first + static_cast<std::uint32_t>(c)) + row;
            for (int p = 0; p < Packs; ++p)
                store(out + static_cast<std::size_t>(p) * register_doubles, sum[c][p]);
        }
    }

    template <int Cells>
    static void add_normals_of_all_rows(const BlockList& list, const BlockDensity& density,
                                        const BlockMemory& memory, std::uint32_t first) {
        constexpr int packs = Cells <= 2 ? 4 : 2;
        std::uint32_t row = 0;
        for (; row + packs * register_doubles <= memory.rows; row += packs * register_doubles)
            add_normals<Cells, packs>(list, density, memory, first, row);
        for (; row < memory.rows; row += register_doubles)
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

    /// Turns logarithms of densities into numbers and exponents, relative to the largest of the
    /// row, whose logarithm the row keeps: densities differ where doubles cannot hold their
    /// exponents. There is one exponent per cell for the last product, none otherwise; then what is
    /// far below the row's largest underflows, and the processor says so.
    static void exponentiate(const BlockList& list, const BlockDensity& density,
                             const BlockMemory& memory, std::uint32_t row) {
        const Doubles impossible = Doubles{} - infinite;
        Doubles largest = impossible;
        for (std::uint32_t i = 0; i < density.cells; ++i)
            largest = reduce<true>(largest, load<Doubles>(cell(memory, density.out + i) + row));
        const Doubles shift = largest == impossible ? Doubles{} : largest;
        double* const total = cell(memory, list.row_log) + row;
        store(total, load<Doubles>(total) + shift);
        for (std::uint32_t i = 0; i < density.cells; ++i) {
            double* const number = cell(memory, density.out + i) + row;
            Doubles x = load<Doubles>(number) - shift, e;
            exponential(x, e);
            store(number, density.in_last ? last_number(list, x, e) : near_number(x, e));
            if (density.in_last) store(cell(memory, density.exponents + i) + row, e);
        }
    }

    /// Beside other densities whose exponents are added to this one, digits that it is without may
    /// count. Such a number underflows, so that the row is asked by itself.
    [[gnu::always_inline]] static Doubles last_number(const BlockList& list, Doubles x,
                                                      Doubles exponent) {
        if (list.last_densities < 2) return x;
        const Doubles tiny = exponent < exact_exponent ? Doubles{} + negligible : Doubles{} + 1;
        return x * tiny * tiny;
    }

    [[gnu::always_inline]] static Doubles near_number(Doubles x, Doubles exponent) {
        const auto is_far = exponent < negligible_exponent;
        const Doubles rest = is_far ? Doubles{} + negligible : Doubles{} + 1;
        return x *
               power_of_two<Doubles>(
                   to_integers(is_far ? Doubles{} + negligible_exponent : exponent)) *
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
            for (std::size_t i = 0; i < std::size_t{list.last_states} * memory.rows;
                 i += register_doubles)
                store(total + i, load<Doubles>(total + i) + load<Doubles>(more + i));
        }
    }

    static void run_steps(const BlockList& list, const BlockMemory& memory) {
        for (const BlockStep* step = list.first; step != list.last; ++step) {
            if (step->kind == BlockStep::Kind::contract)
                contract(list, *step, memory);
            else
                BlockProduct::run(list, list.factors + step->first, step->count, memory,
                                  step->cells, cell(memory, step->out), nullptr);
            if (step->rescale) rescale(list, *step, memory);
        }
    }

    /// The numbers of one row are brought to one exponent, the largest; what is 2^-1000 of the
    /// largest is nothing to a probability.
    static void finish_last(const BlockList& list, const BlockMemory& memory, std::uint32_t row) {
        const Doubles none = Doubles{} - infinite;
        Doubles highest = none, sum = {};
        for (std::uint32_t k = 0; k < list.last_states; ++k) {
            double* const number = cell(memory, list.numbers + k) + row;
            double* const exponent = cell(memory, list.exponents_of_numbers + k) + row;
            Doubles x = load<Doubles>(number), e = load<Doubles>(exponent);
            split(x, e);
            e = x > 0 ? e : none;
            highest = reduce<true>(highest, e);
            store(number, x);
            store(exponent, e);
        }
        highest = highest == none ? Doubles{} : highest;
        for (std::uint32_t k = 0; k < list.last_states; ++k) {
            double* const exponent = cell(memory, list.exponents_of_numbers + k) + row;
            const Doubles distance = load<Doubles>(exponent) - highest;
            sum += load<Doubles>(cell(memory, list.numbers + k) + row) * share_of_largest(distance);
            store(exponent, distance);
        }
        store_last(list, memory, row, finish_row(list, memory, row, highest, sum));
    }

    /// 2^distance, or 0.
    [[gnu::always_inline]] static Doubles share_of_largest(Doubles distance) {
        const auto is_far = distance < negligible_exponent;
        const Doubles near = is_far ? Doubles{} + negligible_exponent : distance;
        return is_far ? Doubles{} : power_of_two<Doubles>(to_integers(near));
    }

    /// P(target = k | e) and its logarithm, from numbers with exponents relative to the largest and
    /// their sum, which is 0 for an impossible row.
    static void store_last(const BlockList& list, const BlockMemory& memory, std::uint32_t row,
                           Doubles sum) {
        const auto possible = sum > 0;
        const Doubles impossible = Doubles{} - infinite, divisor = possible ? sum : Doubles{} + 1;
        for (std::uint32_t k = 0; k < list.last_states; ++k) {
            const Doubles number = load<Doubles>(cell(memory, list.numbers + k) + row) / divisor;
            const Doubles distance =
                load<Doubles>(cell(memory, list.exponents_of_numbers + k) + row);
            store(cell(memory, list.probabilities + k) + row,
                  possible ? number * share_of_largest(distance) : Doubles{});
            if (!memory.needs_log_probabilities) continue;
            const auto positive = (number > 0) & possible;
            const Doubles value =
                logarithm(positive ? number : Doubles{} + 1, positive ? distance : Doubles{});
            store(cell(memory, list.log_probabilities + k) + row, positive ? value : impossible);
        }
    }

    /// log P(e); `sum` is a factor of it, and is returned, as 0 where P(e) = 0.
    static Doubles finish_row(const BlockList& list, const BlockMemory& memory, std::uint32_t row,
                              Doubles highest, Doubles sum) {
        Doubles common = load<Doubles>(cell(memory, list.common) + row) * list.constant_mantissa;
        Doubles exponent =
            load<Doubles>(cell(memory, list.row_exponent) + row) + list.constant_exponent;
        const auto possible = (sum > 0) & (common > 0);
        split(common, exponent);
        const Doubles value = logarithm(possible ? sum * common : Doubles{} + 1,
                                        possible ? highest + exponent : Doubles{});
        const Doubles row_log = load<Doubles>(cell(memory, list.row_log) + row);
        store(cell(memory, list.log_evidence) + row,
              possible ? value + row_log : Doubles{} - infinite);
        return possible ? sum : Doubles{};
    }

    /// Many targets: P(e) from the common factors alone; every output is normalised where it lies.
    static void finish_outputs(const BlockList& list, const BlockMemory& memory,
                               std::uint32_t row) {
        finish_row(list, memory, row, Doubles{}, Doubles{} + 1);
        for (const BlockOutput* output = list.first_output; output != list.last_output; ++output) {
            if (output->uniform) continue;
            Doubles sum = {};
            for (std::uint32_t k = 0; k < output->states; ++k)
                sum += load<Doubles>(cell(memory, output->cell + k) + row);
            const Doubles divisor = sum > 0 ? sum : Doubles{} + 1;
            for (std::uint32_t k = 0; k < output->states; ++k) {
                double* const p = cell(memory, output->cell + k) + row;
                store(p, load<Doubles>(p) / divisor);
            }
        }
    }

    static void run(const BlockList& list, const BlockMemory& memory) {
        fill(memory, list.row_exponent, 1, 0);
        fill(memory, list.row_log, 1, 0);
        for (const BlockDensity* density = list.first_density; density != list.last_density;
             ++density) {
            for (std::uint32_t row = 0; row < memory.rows; row += register_doubles)
                exponentiate(list, *density, memory, row);
        }
        run_steps(list, memory);
        BlockProduct::run(list, list.factors + list.first_common, list.common_factors, memory, 1,
                          cell(memory, list.common), cell(memory, list.row_exponent));
        if (list.last_states > 0) {
            begin_last(list, memory);
            BlockProduct::run(list, list.factors + list.first_last, list.last_factors, memory,
                              list.last_states, cell(memory, list.numbers),
                              cell(memory, list.exponents_of_numbers));
        }
        for (std::uint32_t row = 0; row < memory.rows; row += register_doubles) {
            list.last_states > 0 ? finish_last(list, memory, row)
                                 : finish_outputs(list, memory, row);
        }
    }
};

}  // namespace
}  // namespace kernels

BlockKernels block_kernels(simd::ThisBuild) {
    using kernels::BlockRun;
    return {BlockRun::read_columns, BlockRun::add_all_normals, BlockRun::run};
}

}  // namespace pgm::detail
