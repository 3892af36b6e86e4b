#include <pgm/data/detail/exact/square_kernels.hpp>

#include <pgm/core/detail/power_of_two.hpp>
#include <pgm/data/detail/exact/number_vector.hpp>

#include <cmath>

namespace pgm::detail::kernels {
namespace {

/// Adding and subtracting them rounds to multiples of the units of h, m and l.
struct Shifters {
    double h, m, l;
};

[[gnu::always_inline]] inline Shifters shifters_for(int bound) {
    return {shifter * power_of_two(bound - 23), shifter * power_of_two(bound - 47),
            shifter * power_of_two(bound - 71)};
}

/// The sums in vectors, of pieces that are multiples of their units.
struct SquareVectors {
    Numbers h, m, l, hh, hm, hl, mm, ml, ll;
};

[[gnu::always_inline]] inline bool sum_here(const double* x, std::size_t count, const Shifters& to,
                                            const double* ahead, SquareVectors& sums) {
    Numbers h_sum{}, m_sum{}, l_sum{}, hh{}, hm{}, hl{}, mm{}, ml{}, ll{};
    Words exact = Words{} - 1;
    for (std::size_t i = 0; i < count; i += lanes) {
        __builtin_prefetch(ahead + i, 0, 2);  // for reading, into the second cache
        const Numbers number = load(x + i);
        const Numbers h = (number + to.h) - to.h, below_h = number - h;
        const Numbers m = (below_h + to.m) - to.m, below_m = below_h - m;
        const Numbers l = (below_m + to.l) - to.l;
        exact &= below_m == l;
        h_sum += h;
        m_sum += m;
        l_sum += l;
        hh += h * h;
        hm += h * m;
        hl += h * l;
        mm += m * m;
        ml += m * l;
        ll += l * l;
    }
    sums = {h_sum, m_sum, l_sum, hh, hm, hl, mm, ml, ll};
    return is_true_everywhere(exact);
}

[[gnu::always_inline]] inline std::int64_t in_units(const Numbers& sum, int unit) {
    return sum_of(sum * power_of_two(-unit));
}

[[gnu::always_inline]] inline bool sum_whole(const double* x, std::size_t count, int bound,
                                             const double* ahead, SquareSums& sums) {
    SquareVectors v;
    const bool is_exact = sum_here(x, count, shifters_for(bound), ahead, v);
    if (!is_exact) return false;
    const int h = bound - 23, m = bound - 47, l = bound - 71;
    sums = {in_units(v.h, h),      in_units(v.m, m),      in_units(v.l, l),
            in_units(v.hh, h + h), in_units(v.hm, h + m), in_units(v.hl, h + l),
            in_units(v.mm, m + m), in_units(v.ml, m + l), in_units(v.ll, l + l)};
    return true;
}

using Function = bool (*)(const double*, std::size_t, int, const double*, SquareSums&);

Function best_sum_squares() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
        return sum_squares_avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return sum_squares_avx2;
#endif
    return sum_squares_baseline;
}

}  // namespace

bool sum_squares_baseline(const double* x, std::size_t count, int bound, const double* ahead,
                          SquareSums& sums) {
    return sum_whole(x, count, bound, ahead, sums);
}

#if defined(__x86_64__)
[[gnu::target("avx2,fma")]] bool sum_squares_avx2(const double* x, std::size_t count, int bound,
                                                  const double* ahead, SquareSums& sums) {
    return sum_whole(x, count, bound, ahead, sums);
}

[[gnu::target("avx512f,avx512dq")]] bool sum_squares_avx512(const double* x, std::size_t count,
                                                            int bound, const double* ahead,
                                                            SquareSums& sums) {
    return sum_whole(x, count, bound, ahead, sums);
}
#else
bool sum_squares_avx2(const double* x, std::size_t count, int bound, const double* ahead,
                      SquareSums& sums) {
    return sum_whole(x, count, bound, ahead, sums);
}

bool sum_squares_avx512(const double* x, std::size_t count, int bound, const double* ahead,
                        SquareSums& sums) {
    return sum_whole(x, count, bound, ahead, sums);
}
#endif

bool sum_squares(const double* x, std::size_t count, int bound, const double* ahead,
                 SquareSums& sums) {
    static const Function best = best_sum_squares();
    return best(x, count, bound, ahead, sums);
}

std::size_t keep_exact(double* x, std::size_t count, int bound, double* rest) {
    const Shifters to = shifters_for(bound);
    const double limit = power_of_two(bound);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const double number = x[i], below_h = number - ((number + to.h) - to.h);
        const double below_m = below_h - ((below_h + to.m) - to.m);
        const bool is_exact = std::abs(number) < limit && (below_m + to.l) - to.l == below_m;
        (is_exact ? x[kept] : rest[i - kept]) = number;
        kept += is_exact ? 1 : 0;
    }
    return kept;
}

}  // namespace pgm::detail::kernels
