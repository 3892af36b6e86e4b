#include <pgm/data/detail/exact/moment_kernels.hpp>

#include <pgm/data/detail/exact/number_vector.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::detail::kernels {
namespace {

// Every operation below is exact, so it makes no difference to the result which instructions are
// used.
constexpr double next_piece = 0x1p22;

[[gnu::always_inline]] inline int bound_here(const double* x, std::size_t count) {
    Words largest{};
    for (std::size_t i = 0; i < count; i += lanes) {
        Words bits;
        std::memcpy(&bits, x + i, sizeof bits);
        bits &= 0x7fff'ffff'ffff'ffff;
        largest = bits > largest ? bits : largest;
    }
    std::int64_t top = 0;
    for (std::size_t lane = 0; lane < lanes; ++lane)
        top = std::max<std::int64_t>(top, largest[lane]);
    return static_cast<int>(top >> 52) - 1022;
}

[[gnu::always_inline]] inline bool cut_here(const double* x, std::size_t count, double scale,
                                            Pieces& pieces, std::array<std::int64_t, 3>& sums) {
    Numbers high_sum{}, middle_sum{}, low_sum{};
    Words exact = Words{} - 1;
    for (std::size_t i = 0; i < count; i += lanes) {
        const Numbers number = load(x + i);
        const Numbers scaled = number * scale;
        const Numbers high = (scaled + shifter) - shifter;
        const Numbers below_high = (scaled - high) * next_piece;
        const Numbers middle = (below_high + shifter) - shifter;
        const Numbers below_middle = (below_high - middle) * next_piece;
        const Numbers low = (below_middle + shifter) - shifter;
        exact &= (below_middle == low) &
                 ~((scaled == 0) ^ (number == 0));  // nothing may vanish in the scaling
        store(pieces.high.data() + i, high);
        store(pieces.middle.data() + i, middle);
        store(pieces.low.data() + i, low);
        high_sum += high;
        middle_sum += middle;
        low_sum += low;
    }
    sums = {sum_of(high_sum), sum_of(middle_sum), sum_of(low_sum)};
    return is_true_everywhere(exact);
}

[[gnu::always_inline]] inline std::array<std::int64_t, 5> multiply_here(const Pieces& x,
                                                                        const Pieces& y,
                                                                        std::size_t count) {
    Numbers s0{}, s1{}, s2{}, s3{}, s4{};
    for (std::size_t i = 0; i < count; i += lanes) {
        const Numbers xh = load(x.high.data() + i), xm = load(x.middle.data() + i),
                      xl = load(x.low.data() + i);
        const Numbers yh = load(y.high.data() + i), ym = load(y.middle.data() + i),
                      yl = load(y.low.data() + i);
        s0 += xh * yh;
        s1 += xh * ym + xm * yh;
        s2 += xh * yl + xm * ym + xl * yh;
        s3 += xm * yl + xl * ym;
        s4 += xl * yl;
    }
    return {sum_of(s0), sum_of(s1), sum_of(s2), sum_of(s3), sum_of(s4)};
}

struct Functions {
    int (*bound)(const double*, std::size_t);
    bool (*cut)(const double*, std::size_t, double, Pieces&, std::array<std::int64_t, 3>&);
    std::array<std::int64_t, 5> (*multiply)(const Pieces&, const Pieces&, std::size_t);
};

int bound_baseline(const double* x, std::size_t count) {
    return bound_here(x, count);
}

bool cut_baseline(const double* x, std::size_t count, double scale, Pieces& pieces,
                  std::array<std::int64_t, 3>& sums) {
    return cut_here(x, count, scale, pieces, sums);
}

std::array<std::int64_t, 5> multiply_baseline(const Pieces& x, const Pieces& y, std::size_t count) {
    return multiply_here(x, y, count);
}

#if defined(__x86_64__)
[[gnu::target("avx2,fma")]] int bound_avx2(const double* x, std::size_t count) {
    return bound_here(x, count);
}

[[gnu::target("avx2,fma")]] bool cut_avx2(const double* x, std::size_t count, double scale,
                                          Pieces& pieces, std::array<std::int64_t, 3>& sums) {
    return cut_here(x, count, scale, pieces, sums);
}

[[gnu::target("avx2,fma")]] std::array<std::int64_t, 5> multiply_avx2(const Pieces& x,
                                                                      const Pieces& y,
                                                                      std::size_t count) {
    return multiply_here(x, y, count);
}

[[gnu::target("avx512f,avx512dq")]] int bound_avx512(const double* x, std::size_t count) {
    return bound_here(x, count);
}

[[gnu::target("avx512f,avx512dq")]] bool cut_avx512(const double* x, std::size_t count,
                                                    double scale, Pieces& pieces,
                                                    std::array<std::int64_t, 3>& sums) {
    return cut_here(x, count, scale, pieces, sums);
}

[[gnu::target("avx512f,avx512dq")]] std::array<std::int64_t, 5> multiply_avx512(const Pieces& x,
                                                                                const Pieces& y,
                                                                                std::size_t count) {
    return multiply_here(x, y, count);
}
#endif

Functions best_for_this_processor() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
        return {bound_avx512, cut_avx512, multiply_avx512};
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return {bound_avx2, cut_avx2, multiply_avx2};
#endif
    return {bound_baseline, cut_baseline, multiply_baseline};
}

const Functions& functions() {
    static const Functions best = best_for_this_processor();
    return best;
}

}  // namespace

int bound_of(const double* x, std::size_t count) {
    return functions().bound(x, count);
}

bool cut(const double* x, std::size_t count, int bound, Pieces& pieces,
         std::array<std::int64_t, 3>& sums) {
    return functions().cut(x, count, std::ldexp(1.0, 22 - bound), pieces, sums);
}

bool is_cut_exactly(double x, int bound) {
    const double scaled = std::ldexp(x, 66 - bound);
    return scaled == std::nearbyint(scaled) && (scaled != 0 || x == 0);
}

std::array<std::int64_t, 5> multiply(const Pieces& x, const Pieces& y, std::size_t count) {
    return functions().multiply(x, y, count);
}

}  // namespace pgm::detail::kernels
