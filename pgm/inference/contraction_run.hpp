#pragma once

// The kernels of the engine, compiled once per instruction set (contraction_run_*.cpp), hence all templates on a tag and no
// function of the standard library: an inline function compiled for AVX-512 must never be the copy that the linker keeps for everybody.

#include <pgm/inference/contraction.hpp>

namespace pgm::kernels {

/// N neighbouring doubles, handled as one value. Widths above the machine's own are split by the compiler; results do not depend on it.
template <int N>
struct Pack {
    typedef double type __attribute__((vector_size(N * sizeof(double))));
};

template <class Isa>
struct Run {
    template <int N, int Stride>
    [[gnu::always_inline]] static typename Pack<N>::type load(const double* p) {
        if constexpr (Stride == 1) {
            typename Pack<N>::type pack;
            __builtin_memcpy(&pack, p, sizeof pack);
            return pack;
        } else {
            return typename Pack<N>::type{} + *p;
        }
    }

    template <bool Max, class T>
    [[gnu::always_inline]] static T reduce(T x, T y) {
        if constexpr (Max) {
            return x > y ? x : y;
        } else {
            return x + y;
        }
    }

    template <bool Max, int N>
    [[gnu::always_inline]] static double reduce_lanes(typename Pack<N>::type x) {
        double lanes[N];
        __builtin_memcpy(lanes, &x, sizeof x);
        for (int half = N / 2; half > 0; half /= 2) {
            for (int i = 0; i < half; ++i) lanes[i] = reduce<Max>(lanes[i], lanes[i + half]);
        }
        return lanes[0];
    }

    /// N neighbouring outputs, reduced over the second loop in registers.
    template <int N, int A, int B, bool Max>
    static void reduce_columns(double* out, const double* a, const double* b, const Loop& second, bool accumulate) {
        typename Pack<N>::type sum = load<N, A>(a) * load<N, B>(b);
        for (std::uint32_t j = 1; j < second.extent; ++j) {
            a += second.a;
            b += second.b;
            sum = reduce<Max>(sum, load<N, A>(a) * load<N, B>(b));
        }
        if (accumulate) sum = reduce<Max>(load<N, 1>(out), sum);
        __builtin_memcpy(out, &sum, sizeof sum);
    }

    /// Innermost loop along the output, second loop a reduction.
    template <int A, int B, bool Max>
    static void columns(double* out, const double* a, const double* b, const Loop& second, std::uint32_t n, bool accumulate) {
        std::uint32_t i = 0;
        for (; i + 8 <= n; i += 8) reduce_columns<8, A, B, Max>(out + i, a + i * A, b + i * B, second, accumulate);
        if (i + 4 <= n) reduce_columns<4, A, B, Max>(out + i, a + i * A, b + i * B, second, accumulate), i += 4;
        if (i + 2 <= n) reduce_columns<2, A, B, Max>(out + i, a + i * A, b + i * B, second, accumulate), i += 2;
        if (i < n) reduce_columns<1, A, B, Max>(out + i, a + i * A, b + i * B, second, accumulate);
    }

    /// Innermost loop along the output, no reduction at all.
    template <int A, int B>
    static void products(double* out, const double* a, const double* b, const Loop& second, std::uint32_t n) {
        const Loop once{1, 0, 0, 0};
        for (std::uint32_t j = 0; j < second.extent; ++j) columns<A, B, false>(out + j * std::size_t{second.out}, a + j * std::size_t{second.a}, b + j * std::size_t{second.b}, once, n, false);
    }

    /// Innermost loop a reduction, second loop along the output.
    template <int A, int B, bool Max>
    static void dots(double* out, const double* a, const double* b, const Loop& second, std::uint32_t n, bool accumulate) {
        for (std::uint32_t j = 0; j < second.extent; ++j) {
            double sum = 0;
            std::uint32_t i = 0;
            if (n >= 8) {
                auto lanes = load<8, A>(a) * load<8, B>(b);
                for (i = 8; i + 8 <= n; i += 8) lanes = reduce<Max>(lanes, load<8, A>(a + i * A) * load<8, B>(b + i * B));
                sum = reduce_lanes<Max, 8>(lanes);
            }
            if (i + 4 <= n) {
                sum = reduce<Max>(sum, reduce_lanes<Max, 4>(load<4, A>(a + i * A) * load<4, B>(b + i * B)));
                i += 4;
            }
            for (; i < n; ++i) sum = reduce<Max>(sum, a[i * A] * b[i * B]);
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

std::int64_t run_baseline(const ContractionList& list, double* arena);
std::int64_t run_avx2(const ContractionList& list, double* arena);
std::int64_t run_avx512(const ContractionList& list, double* arena);

}  // namespace pgm::kernels
