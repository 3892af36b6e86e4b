#pragma once

// Tiles in halves of four cells, for instruction sets that read cell by cell what does not lie in a
// row: each half is made by the kernel for the patterns that its operands have there. AVX-512 has
// whole_tiles.hpp instead.

#include <pgm/inference/detail/contraction/tile_writer.hpp>

#include <cstddef>

namespace pgm::detail::kernels {
namespace {

/// Loads the cells of one operand for half a tile, by the places of its lanes.
template <HalfPattern Pattern>
struct HalfOperand {
    const double* p;
    [[gnu::always_inline]] HalfOperand(const double* table, const std::uint8_t* lane)
        : p(table + lane[0]) {}
    [[gnu::always_inline]] HalfPack at(std::size_t step) const {
        const double* const q = p + step;
        if constexpr (Pattern == HalfPattern::along) return load<HalfPack>(q);
        if constexpr (Pattern == HalfPattern::one) return broadcast<HalfPack>(*q);
        const auto two = load<Pair>(q);
        return joined(two, Pattern == HalfPattern::pair ? two : broadcast<Pair>(q[2]));
    }
};

template <HalfPattern Pattern>
requires(Pattern == HalfPattern::pairs ||
         Pattern == HalfPattern::doubled) struct HalfOperand<Pattern> {
    const double *low, *high;
    [[gnu::always_inline]] HalfOperand(const double* table, const std::uint8_t* lane)
        : low(table + lane[0]), high(table + lane[2]) {}
    [[gnu::always_inline]] HalfPack at(std::size_t step) const {
        if constexpr (Pattern == HalfPattern::pairs)
            return joined(load<Pair>(low + step), load<Pair>(high + step));
        return joined(broadcast<Pair>(low[step]), broadcast<Pair>(high[step]));
    }
};

template <>
struct HalfOperand<HalfPattern::any> {
    const double* p[4];
    [[gnu::always_inline]] HalfOperand(const double* table, const std::uint8_t* lane)
        : p{table + lane[0], table + lane[1], table + lane[2], table + lane[3]} {}
    [[gnu::always_inline]] HalfPack at(std::size_t step) const {
        return joined(Pair{p[0][step], p[1][step]}, Pair{p[2][step], p[3][step]});
    }
};

struct ChosenTiles {
    static constexpr std::uint32_t half_cells = pack_doubles / 2;
    static constexpr std::size_t b_lane = offsetof(Tile, b_lane) - offsetof(Tile, a_lane);

    /// Four outputs, reduced over the steps in registers. `lane` is that of a.
    template <HalfPattern A, HalfPattern B, bool Max>
    static void half(double* out, const double* a, const double* b, const std::uint8_t* lane,
                     const Step* step, const Step* end) {
        const HalfOperand<A> from_a(a, lane);
        const HalfOperand<B> from_b(b, lane + b_lane);
        HalfPack sum = from_a.at(step->a) * from_b.at(step->b);
        while (++step != end) sum = reduce<Max>(sum, from_a.at(step->a) * from_b.at(step->b));
        simd::store(out, sum);
    }

    /// Four outputs in each of `fused_iterations` iterations of a loop in which only one operand
    /// moves: a, or else b.
    template <HalfPattern A, HalfPattern B, bool MovesA>
    static void fused_half(double* out, const double* a, const double* b, const std::uint8_t* lane,
                           const Step* step, const Step* end, std::size_t stride,
                           std::size_t out_stride) {
        const HalfOperand<A> from_a(a, lane);
        const HalfOperand<B> from_b(b, lane + b_lane);
        const auto add = [&](HalfPack* sum, bool first) {
            const HalfPack stays = MovesA ? from_b.at(step->b) : from_a.at(step->a);
#pragma GCC unroll 4
            for (std::size_t k = 0; k < fused_iterations; ++k) {
                const HalfPack product = stays * (MovesA ? from_a.at(step->a + k * stride)
                                                         : from_b.at(step->b + k * stride));
                sum[k] = first ? product : reduce<false>(sum[k], product);
            }
        };
        HalfPack sum[fused_iterations];
        add(sum, true);
        while (++step != end) add(sum, false);
#pragma GCC unroll 4
        for (std::size_t k = 0; k < fused_iterations; ++k)
            simd::store(out + k * out_stride, sum[k]);
    }

    /// Kernels by the two patterns of a half.
    template <bool Max, class Patterns = std::make_index_sequence<half_patterns * half_patterns>>
    struct HalfKernels;
    template <bool Max, std::size_t... I>
    struct HalfKernels<Max, std::index_sequence<I...>> {
        static constexpr decltype(&half<HalfPattern::any, HalfPattern::any, Max>) kernels[] = {
            half<HalfPattern{I / half_patterns}, HalfPattern{I % half_patterns}, Max>...};
    };
    template <bool MovesA, class Patterns = std::make_index_sequence<half_patterns * half_patterns>>
    struct FusedHalfKernels;
    template <bool MovesA, std::size_t... I>
    struct FusedHalfKernels<MovesA, std::index_sequence<I...>> {
        static constexpr decltype(&fused_half<HalfPattern::any, HalfPattern::any,
                                              MovesA>) kernels[] = {
            fused_half<HalfPattern{I / half_patterns}, HalfPattern{I % half_patterns}, MovesA>...};
    };

    /// The halves of a tile, each by its kernel in the table.
    template <class ContractionKernel, class... Strides>
    [[gnu::always_inline]] static void make(const ContractionKernel* kernels, const Tile& t,
                                            double* out, const double* a, const double* b,
                                            const Step* step, const Step* end, Strides... strides) {
        a += t.a, b += t.b;
        kernels[t.half_pattern[0]](out, a, b, t.a_lane, step, end, strides...);
        if (t.cells > half_cells)
            kernels[t.half_pattern[1]](out + half_cells, a, b, t.a_lane + half_cells, step, end,
                                       strides...);
    }

    [[gnu::always_inline]] static bool has_room(const TileWriter& to) {
        return to.has_room(to.tile->cells > half_cells ? pack_doubles : half_cells);
    }

    /// The last tiles of an iteration, from where there is no room for whole halves.
    template <bool Max>
    [[gnu::noinline]] static void write_apart(const Contraction& c, const ContractionList& list,
                                              double* out, const double* a, const double* b,
                                              bool accumulate, std::uint32_t left,
                                              const Tile* tile) {
        const Step *const step = list.steps + c.first_step, *const end = step + c.steps;
        for (; left > 0; left -= tile->cells, out += tile->cells, ++tile) {
            double sums[pack_doubles]{};
            make(HalfKernels<Max>::kernels, *tile, sums, a, b, step, end);
            write_some<Max>(out, load<Pack>(sums), tile->cells, accumulate);
        }
    }

    template <bool Max>
    static void tiles(const Contraction& c, const ContractionList& list, double* out,
                      const double* a, const double* b, bool accumulate) {
        const Step *const step = list.steps + c.first_step, *const end = step + c.steps;
        TileWriter to(c, list, out, accumulate);
        do {
            if (!has_room(to)) [[unlikely]]
                return write_apart<Max>(c, list, to.out, a, b, accumulate, to.left, to.tile);
            make(HalfKernels<Max>::kernels, *to.tile, to.out, a, b, step, end);
        } while (to.next());
    }

    template <bool MovesA>
    static void fused_tiles(const Contraction& c, const ContractionList& list, double* out,
                            const double* a, const double* b, const Loop& iteration,
                            bool accumulate) {
        const Step *const step = list.steps + c.first_step, *const end = step + c.steps;
        const std::size_t stride = MovesA ? iteration.a : iteration.b, out_stride = iteration.out;
        TileWriter to(c, list, out, accumulate);
        do {
            if (has_room(to)) [[likely]] {
                make(FusedHalfKernels<MovesA>::kernels, *to.tile, to.out, a, b, step, end, stride,
                     out_stride);
            } else {
                double sums[fused_iterations * pack_doubles]{};
                make(FusedHalfKernels<MovesA>::kernels, *to.tile, sums, a, b, step, end, stride,
                     std::size_t{pack_doubles});
                for (std::size_t k = 0; k < fused_iterations; ++k)
                    to.store<false>(load<Pack>(sums + k * pack_doubles), k * out_stride);
            }
        } while (to.next());
    }

    template <bool Max>
    [[gnu::always_inline]] static TileKernel tile_kernel(const Contraction&) {
        return tiles<Max>;
    }
    template <bool MovesA>
    [[gnu::always_inline]] static FusedKernel fused_kernel(const Contraction&) {
        return fused_tiles<MovesA>;
    }
};

}  // namespace
}  // namespace pgm::detail::kernels
