// The kernels of the engine, compiled once per instruction set (simd/detail/dispatch.hpp).

#include <pgm/core/detail/scaled.hpp>
#include <pgm/inference/detail/contraction/contraction_tiles.hpp>

namespace pgm::detail {
namespace kernels {
namespace {

struct RunKernels {
    /// Packs * 8 neighbouring outputs, reduced over the second loop in registers.
    template <int Packs, int A, int B, bool Max>
    static void reduce_columns(double* out, const double* a, const double* b, const Loop& second,
                               bool accumulate) {
        Pack sum[Packs];
        for (int k = 0; k < Packs; ++k)
            sum[k] = load_cells<A>(a + A * 8 * k) * load_cells<B>(b + B * 8 * k);
        for (std::uint32_t j = 1; j < second.extent; ++j) {
            a += second.a;
            b += second.b;
            for (int k = 0; k < Packs; ++k)
                sum[k] = reduce<Max>(sum[k],
                                     load_cells<A>(a + A * 8 * k) * load_cells<B>(b + B * 8 * k));
        }
        for (int k = 0; k < Packs; ++k) {
            if (accumulate) sum[k] = reduce<Max>(load_cells<1>(out + 8 * k), sum[k]);
            simd::store(out + 8 * k, sum[k]);
        }
    }

    /// The last outputs, fewer than a pack.
    template <int A, int B, bool Max>
    static void reduce_some_columns(double* out, const double* a, const double* b,
                                    const Loop& second, std::uint32_t count, bool accumulate) {
        Pack sum = load_some_cells<A>(a, count) * load_some_cells<B>(b, count);
        for (std::uint32_t j = 1; j < second.extent; ++j) {
            a += second.a;
            b += second.b;
            sum = reduce<Max>(sum, load_some_cells<A>(a, count) * load_some_cells<B>(b, count));
        }
        if (accumulate) sum = reduce<Max>(load_some_cells<1>(out, count), sum);
        store_some(out, sum, count);
    }

    /// Innermost loop along the output, second loop a reduction.
    template <int A, int B, bool Max>
    static void columns(double* out, const double* a, const double* b, const Loop& second,
                        std::uint32_t n, bool accumulate) {
        std::uint32_t i = 0;
        for (; i + 32 <= n; i += 32)
            reduce_columns<4, A, B, Max>(out + i, a + i * A, b + i * B, second, accumulate);
        if (i + 16 <= n)
            reduce_columns<2, A, B, Max>(out + i, a + i * A, b + i * B, second, accumulate),
                i += 16;
        if (i + 8 <= n)
            reduce_columns<1, A, B, Max>(out + i, a + i * A, b + i * B, second, accumulate), i += 8;
        if (i < n)
            reduce_some_columns<A, B, Max>(out + i, a + i * A, b + i * B, second, n - i,
                                           accumulate);
    }

    /// Innermost loop along the output, no reduction at all.
    template <int A, int B>
    static void products(double* out, const double* a, const double* b, const Loop& second,
                         std::uint32_t n) {
        for (std::uint32_t j = 0; j < second.extent; ++j) {
            std::uint32_t i = 0;
            for (; i + 8 <= n; i += 8)
                simd::store(out + i, load_cells<A>(a + i * A) * load_cells<B>(b + i * B));
            if (i < n)
                store_some(
                    out + i,
                    load_some_cells<A>(a + i * A, n - i) * load_some_cells<B>(b + i * B, n - i),
                    n - i);
            out += second.out;
            a += second.a;
            b += second.b;
        }
    }

    /// One row of products reduced to eight lanes.
    template <int A, int B, bool Max>
    [[gnu::always_inline]] static Pack reduce_row(const double* a, const double* b,
                                                  std::uint32_t n) {
        Pack sum{};
        std::uint32_t i = 0;
        for (; i + 8 <= n; i += 8)
            sum = reduce<Max>(sum, load_cells<A>(a + i * A) * load_cells<B>(b + i * B));
        return i < n ? reduce<Max>(sum, load_some_cells<A>(a + i * A, n - i) *
                                            load_some_cells<B>(b + i * B, n - i))
                     : sum;  // one of them has zeros behind the end
    }

    /// Stores eight outputs, `stride` cells apart.
    template <bool Max>
    [[gnu::always_inline]] static void store_sums(double* out, Pack sums, std::size_t stride,
                                                  bool accumulate) {
        if (stride == 1) {
            if (accumulate) sums = reduce<Max>(load_cells<1>(out), sums);
            simd::store(out, sums);
            return;
        }
        double cells[pack_doubles];
        simd::store(cells, sums);
        for (std::uint32_t k = 0; k < pack_doubles; ++k) {
            double& target = out[k * stride];
            target = accumulate ? reduce<Max>(target, cells[k]) : cells[k];
        }
    }

    /// Innermost loop a reduction, second loop along the output: eight outputs at a time share the
    /// reduction of their lanes.
    template <int A, int B, bool Max>
    static void dots(double* out, const double* a, const double* b, const Loop& second,
                     std::uint32_t n, bool accumulate) {
        const std::size_t a_stride = second.a, b_stride = second.b;
        std::uint32_t left = second.extent;
        for (; left >= pack_doubles; left -= pack_doubles) {
            Pack rows[pack_doubles];
            for (std::uint32_t k = 0; k < pack_doubles; ++k)
                rows[k] = reduce_row<A, B, Max>(a + k * a_stride, b + k * b_stride, n);
            store_sums<Max>(out, reduce_lanes_of_rows<Max>(rows), second.out, accumulate);
            out += pack_doubles * std::size_t{second.out};
            a += pack_doubles * a_stride;
            b += pack_doubles * b_stride;
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
    static void kernel(ContractionKernel kind, double* out, const double* a, const double* b,
                       const Loop& second, const Loop& inner, bool accumulate) {
        const std::uint32_t n = inner.extent;
        switch (kind) {
            case ContractionKernel::none:
            case ContractionKernel::tiles:
            case ContractionKernel::row_tiles:
                return;
            case ContractionKernel::products:
                return second.out ? products<1, 1>(out, a, b, second, n)
                                  : columns<1, 1, Max>(out, a, b, second, n, accumulate);
            case ContractionKernel::scaled_a:
                return second.out ? products<1, 0>(out, a, b, second, n)
                                  : columns<1, 0, Max>(out, a, b, second, n, accumulate);
            case ContractionKernel::scaled_b:
                return second.out ? products<0, 1>(out, a, b, second, n)
                                  : columns<0, 1, Max>(out, a, b, second, n, accumulate);
            case ContractionKernel::dots:
                return dots<1, 1, Max>(out, a, b, second, n, accumulate);
            case ContractionKernel::sums_of_a:
                return dots<1, 0, Max>(out, a, b, second, n, accumulate);
            case ContractionKernel::sums_of_b:
                return dots<0, 1, Max>(out, a, b, second, n, accumulate);
        }
    }

    template <bool Max>
    [[gnu::always_inline]] static void one_iteration(const Contraction& c,
                                                     const ContractionList& list, double* out,
                                                     const double* a, const double* b,
                                                     bool accumulate) {
        if (c.kernel == ContractionKernel::tiles) {
            ChosenTiles::tile_kernel<Max>(c)(c, list, out, a, b, accumulate);
        } else if (c.kernel == ContractionKernel::row_tiles) {
            TileKernels::row_kernel<Max>(list.loops[c.first_loop + c.loops - 1])(c, list, out, a, b,
                                                                                 accumulate);
        } else {
            const Loop* const inside = list.loops + c.first_loop + c.outer_loops;
            kernel<Max>(c.kernel, out, a, b, inside[0], inside[1], accumulate);
        }
    }

    /// True if the outputs of this iteration have been written before: some reduction is not at its
    /// beginning.
    [[gnu::always_inline]] static bool comes_again(const Loop* loop, const std::uint32_t* at,
                                                   int count) {
        bool again = false;
        for (int axis = 0; axis < count; ++axis) again |= loop[axis].out == 0 && at[axis] > 0;
        return again;
    }

    /// The kernel under an odometer of the outer loops.
    template <bool Max>
    [[gnu::noinline]] static void contract(const Contraction& c, const ContractionList& list,
                                           double* arena) {
        double* out = arena + c.out;
        const double *a = arena + c.a, *b = arena + c.b;
        const Loop* const loop = list.loops + c.first_loop;
        const int around = c.outer_loops - (c.fused ? 1 : 0);
        std::uint32_t at[64];
        for (int axis = 0; axis < around; ++axis) at[axis] = 0;
        for (;;) {
            const bool again = c.accumulate && comes_again(loop, at, around);
            c.fused ? TileKernels::all_iterations(c, list, out, a, b, loop[around], again)
                    : one_iteration<Max>(c, list, out, a, b, again);
            int axis = around - 1;
            for (; axis >= 0; --axis) {
                const Loop& l = loop[axis];
                out += l.out, a += l.a, b += l.b;
                if (++at[axis] < l.extent) break;
                out -= std::size_t{l.out} * l.extent, a -= std::size_t{l.a} * l.extent,
                    b -= std::size_t{l.b} * l.extent;
                at[axis] = 0;
            }
            if (axis < 0) return;
        }
    }

    /// Scales a table whose largest cell is far from 1 (scaled.hpp). Exact but for cells that fall
    /// below the smallest normal number, which the processor's underflow flag reports.
    static std::int64_t rescale(double* values, std::uint32_t count) {
        Pack packs{};
        std::uint32_t done = 0;
        for (; done + pack_doubles <= count; done += pack_doubles)
            packs = reduce<true>(load_cells<1>(values + done), packs);
        if (done < count)
            packs = reduce<true>(load_some_cells<1>(values + done, count - done), packs);
        const auto exponent = excess_exponent_of_normal<std::int64_t>(reduce_lanes<true>(packs));
        if (exponent == 0) return 0;
        const ScalingFactors<double, std::int64_t> factor(exponent);
        for (std::uint32_t i = 0; i < count; ++i)
            values[i] = values[i] * factor.first * factor.second;
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
                one_iteration<false>(*c, list, arena + c->out, arena + c->a, arena + c->b, false);
            }
            if (c->rescale) exponent += rescale(arena + c->out, c->out_cells);
        }
        return exponent;
    }
};

}  // namespace
}  // namespace kernels

ContractionKernels contraction_kernels(simd::ThisBuild) {
    return {kernels::RunKernels::run};
}

}  // namespace pgm::detail
