#pragma once

// The kernels of the engine, compiled once per instruction set (contraction_run_*.cpp), hence all templates on a tag and no
// function of the standard library: an inline function compiled for AVX-512 must never be the copy that the linker keeps for everybody.

#include <pgm/inference/contraction_isa.hpp>

namespace pgm::kernels {

/// Eight neighbouring doubles, handled as one value; the compiler splits it where the machine's registers are shorter. Sums over lanes are taken in one
/// fixed order, so that every instruction set gives the same bits.
typedef double Pack __attribute__((vector_size(64)));
inline constexpr std::uint32_t lanes = 8;

template <class Isa>
struct Run {
    /// Eight cells, or one cell eight times.
    template <int Stride>
    [[gnu::always_inline]] static Pack load(const double* p) {
        if constexpr (Stride == 0) return Pack{} + *p;
        Pack pack;
        __builtin_memcpy(&pack, p, sizeof pack);
        return pack;
    }

    /// The first `count` cells, zeros behind them.
    template <int Stride>
    [[gnu::always_inline]] static Pack load_some(const double* p, std::uint32_t count) {
        if constexpr (Stride == 0) return Pack{} + *p;
        return Isa::load_some(p, count);
    }

    template <bool Max, class T>
    [[gnu::always_inline]] static T reduce(T x, T y) {
        if constexpr (Max) {
            return x > y ? x : y;
        } else {
            return x + y;
        }
    }

    /// The lanes of eight packs, each reduced to one number: ((0,4),(2,6)),((1,5),(3,7)).
    template <bool Max>
    [[gnu::always_inline]] static Pack reduce_lanes(const Pack (&p)[lanes]) {
        Pack q[4], r[2];
        for (int i = 0; i < 4; ++i) {
            q[i] = reduce<Max>(__builtin_shufflevector(p[2 * i], p[2 * i + 1], 0, 1, 2, 3, 8, 9, 10, 11),
                               __builtin_shufflevector(p[2 * i], p[2 * i + 1], 4, 5, 6, 7, 12, 13, 14, 15));
        }
        for (int i = 0; i < 2; ++i) {
            r[i] = reduce<Max>(__builtin_shufflevector(q[2 * i], q[2 * i + 1], 0, 1, 4, 5, 8, 9, 12, 13),
                               __builtin_shufflevector(q[2 * i], q[2 * i + 1], 2, 3, 6, 7, 10, 11, 14, 15));
        }
        return reduce<Max>(__builtin_shufflevector(r[0], r[1], 0, 2, 4, 6, 8, 10, 12, 14), __builtin_shufflevector(r[0], r[1], 1, 3, 5, 7, 9, 11, 13, 15));
    }

    template <bool Max>
    [[gnu::always_inline]] static double reduce_lanes(Pack p) {
        return reduce<Max>(reduce<Max>(reduce<Max>(p[0], p[4]), reduce<Max>(p[2], p[6])), reduce<Max>(reduce<Max>(p[1], p[5]), reduce<Max>(p[3], p[7])));
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
            __builtin_memcpy(out + 8 * k, &sum[k], sizeof(Pack));
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
            for (; i + 8 <= n; i += 8) {
                const Pack product = load<A>(a + i * A) * load<B>(b + i * B);
                __builtin_memcpy(out + i, &product, sizeof product);
            }
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
        return i < n ? reduce<Max>(sum, load_some<A>(a + i * A, n - i) * load_some<B>(b + i * B, n - i)) : sum;  // one of them has zeros behind the end
    }

    /// Innermost loop a reduction, second loop along the output: eight outputs at a time share the reduction of their lanes.
    template <int A, int B, bool Max>
    static void dots(double* out, const double* a, const double* b, const Loop& second, std::uint32_t n, bool accumulate) {
        std::uint32_t j = 0;
        for (; j + 8 <= second.extent; j += 8) {
            Pack rows[lanes];
            for (std::uint32_t k = 0; k < lanes; ++k) rows[k] = reduce_row<A, B, Max>(a + k * std::size_t{second.a}, b + k * std::size_t{second.b}, n);
            const Pack sums = reduce_lanes<Max>(rows);
            for (std::uint32_t k = 0; k < lanes; ++k) {
                double& target = out[k * std::size_t{second.out}];
                target = accumulate ? reduce<Max>(target, sums[k]) : sums[k];
            }
            out += 8 * std::size_t{second.out};
            a += 8 * std::size_t{second.a};
            b += 8 * std::size_t{second.b};
        }
        for (; j < second.extent; ++j) {
            const double sum = reduce_lanes<Max>(reduce_row<A, B, Max>(a, b, n));
            *out = accumulate ? reduce<Max>(*out, sum) : sum;
            out += second.out;
            a += second.a;
            b += second.b;
        }
    }

    template <bool Max>
    static void kernel(Kernel kind, double* out, const double* a, const double* b, const Loop& second, const Loop& inner, bool accumulate) {
        const std::uint32_t n = inner.extent;
        switch (kind) {
            case Kernel::products: return second.out ? products<1, 1>(out, a, b, second, n) : columns<1, 1, Max>(out, a, b, second, n, accumulate);
            case Kernel::scaled_a: return second.out ? products<1, 0>(out, a, b, second, n) : columns<1, 0, Max>(out, a, b, second, n, accumulate);
            case Kernel::scaled_b: return second.out ? products<0, 1>(out, a, b, second, n) : columns<0, 1, Max>(out, a, b, second, n, accumulate);
            case Kernel::dots: return dots<1, 1, Max>(out, a, b, second, n, accumulate);
            case Kernel::sums_of_a: return dots<1, 0, Max>(out, a, b, second, n, accumulate);
            case Kernel::sums_of_b: return dots<0, 1, Max>(out, a, b, second, n, accumulate);
            case Kernel::terms: return;
        }
    }

    /// The kernel under an odometer of the outer loops.
    template <bool Max>
    static void loops(const Contraction& c, const Loop* loop, double* arena) {
        double* out = arena + c.out;
        const double *a = arena + c.a, *b = arena + c.b;
        if (c.accumulate) {
            for (std::uint32_t i = 0; i < c.out_cells; ++i) out[i] = 0;
        }
        const int outer = c.loops - 2;
        const Loop &second = loop[outer], &inner = loop[outer + 1];
        std::uint32_t at[64] = {};
        for (;;) {
            kernel<Max>(c.kernel, out, a, b, second, inner, c.accumulate);
            int axis = outer - 1;
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

    /// Known number of reductions: unrolled by the compiler.
    template <bool Max, int Reductions>
    static const Term* terms_of(double* out, const double* a, const double* b, const Term* term, std::uint32_t cells) {
        for (std::uint32_t o = 0; o < cells; ++o) {
            double sum = a[term->a] * b[term->b];
            for (int r = 1; r < Reductions; ++r) sum = reduce<Max>(sum, a[term[r].a] * b[term[r].b]);
            term += Reductions;
            out[o] = sum;
        }
        return term;
    }

    template <bool Max>
    static void terms(const Contraction& c, const Term* term, double* arena) {
        double* out = arena + c.out;
        const double *a = arena + c.a, *b = arena + c.b;
        switch (c.reductions) {
            case 1: terms_of<Max, 1>(out, a, b, term, c.out_cells); return;
            case 2: terms_of<Max, 2>(out, a, b, term, c.out_cells); return;
            case 3: terms_of<Max, 3>(out, a, b, term, c.out_cells); return;
            case 4: terms_of<Max, 4>(out, a, b, term, c.out_cells); return;
            default: break;
        }
        for (std::uint32_t o = 0; o < c.out_cells; ++o) {
            double sum = a[term->a] * b[term->b];
            for (std::uint32_t r = 1; r < c.reductions; ++r) sum = reduce<Max>(sum, a[term[r].a] * b[term[r].b]);
            term += c.reductions;
            out[o] = sum;
        }
    }

    /// Divides by the power of two that brings the largest cell into [1, 2), when it is far from there. Exact but for cells that fall below the
    /// smallest normal number, which the processor's underflow flag reports.
    static std::int64_t rescale(double* values, std::uint32_t count) {
        double largest = 0;
        for (std::uint32_t i = 0; i < count; ++i) largest = values[i] > largest ? values[i] : largest;
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
            if (c->kernel == Kernel::terms) {
                c->maximise ? terms<true>(*c, list.terms + c->first_term, arena) : terms<false>(*c, list.terms + c->first_term, arena);
            } else {
                c->maximise ? loops<true>(*c, list.loops + c->first_loop, arena) : loops<false>(*c, list.loops + c->first_loop, arena);
            }
            if (c->rescale) exponent += rescale(arena + c->out, c->out_cells);
        }
        return exponent;
    }
};

/// Parts of a pack for machines without masks.
struct PartsByCell {
    [[gnu::always_inline]] static Pack load_some(const double* p, std::uint32_t count) {
        Pack pack{};
        for (std::uint32_t i = 0; i < count; ++i) pack[i] = p[i];
        return pack;
    }
    [[gnu::always_inline]] static void store_some(double* p, Pack pack, std::uint32_t count) {
        for (std::uint32_t i = 0; i < count; ++i) p[i] = pack[i];
    }
};

}  // namespace pgm::kernels
