// The kernels of exact sums, compiled once per instruction set (simd/detail/dispatch.hpp). Every
// operation below is exact, so it makes no difference to the result which instructions are used,
// nor whether they are fused.

#include <pgm/core/detail/scaled.hpp>
#include <pgm/core/simd/detail/pack.hpp>
#include <pgm/data/detail/exact/exact_kernels.hpp>

namespace pgm::detail {
namespace {

using namespace simd;
using kernels::Pieces;
using kernels::SquareSums;

constexpr double next_piece = 0x1p22;

/// Adding and subtracting it rounds to a whole number.
constexpr double shifter = 0x1.8p52;

/// The sum of whole numbers of at most 2^53.
[[gnu::always_inline]] inline std::int64_t sum_of(Doubles numbers) {
    const Words words = __builtin_convertvector(numbers, Words);
    std::int64_t sum = 0;
    for (std::size_t lane = 0; lane < register_doubles; ++lane) sum += words[lane];
    return sum;
}

/// True if all bits of all lanes are set.
[[gnu::always_inline]] inline bool is_true_everywhere(Words words) {
    std::int64_t all = -1;
    for (std::size_t lane = 0; lane < register_doubles; ++lane) all &= words[lane];
    return all == -1;
}

int bound_of(const double* x, std::size_t count) {
    Words largest{};
    for (std::size_t i = 0; i < count; i += register_doubles)
        largest = reduce<true>(load<Words>(x + i) & 0x7fff'ffff'ffff'ffff, largest);
    std::int64_t top = 0;
    for (std::size_t lane = 0; lane < register_doubles; ++lane)
        top = largest[lane] > top ? largest[lane] : top;
    return static_cast<int>(top >> 52) - 1022;
}

bool cut(const double* x, std::size_t count, int bound, Pieces& pieces,
         std::array<std::int64_t, 3>& sums) {
    const double scale = power_of_two(22 - bound);
    Doubles high_sum{}, middle_sum{}, low_sum{};
    Words exact = Words{} - 1;
    for (std::size_t i = 0; i < count; i += register_doubles) {
        const Doubles number = load<Doubles>(x + i);
        const Doubles scaled = number * scale;
        const Doubles high = (scaled + shifter) - shifter;
        const Doubles below_high = (scaled - high) * next_piece;
        const Doubles middle = (below_high + shifter) - shifter;
        const Doubles below_middle = (below_high - middle) * next_piece;
        const Doubles low = (below_middle + shifter) - shifter;
        // Nothing may vanish in the scaling.
        exact &= (below_middle == low) & ~((scaled == 0) ^ (number == 0));
        store(pieces.high + i, high);
        store(pieces.middle + i, middle);
        store(pieces.low + i, low);
        high_sum += high;
        middle_sum += middle;
        low_sum += low;
    }
    sums = {sum_of(high_sum), sum_of(middle_sum), sum_of(low_sum)};
    return is_true_everywhere(exact);
}

/// A lane never adds up more products than one of eight lanes does in the longest run. Where
/// registers are shorter, their sums are emptied so many numbers further on.
constexpr std::size_t longest_sum = kernels::longest_run / kernels::lanes * register_doubles;

std::size_t end_of_sum(std::size_t first, std::size_t count) {
    return count - first < longest_sum ? count : first + longest_sum;
}

std::array<std::int64_t, 5> multiply(const Pieces& x, const Pieces& y, std::size_t count) {
    std::int64_t sums[5]{};
    for (std::size_t i = 0; i < count;) {
        Doubles s0{}, s1{}, s2{}, s3{}, s4{};
        for (const std::size_t end = end_of_sum(i, count); i < end; i += register_doubles) {
            const auto xh = load<Doubles>(x.high + i), xm = load<Doubles>(x.middle + i),
                       xl = load<Doubles>(x.low + i);
            const auto yh = load<Doubles>(y.high + i), ym = load<Doubles>(y.middle + i),
                       yl = load<Doubles>(y.low + i);
            s0 += xh * yh;
            s1 += xh * ym + xm * yh;
            s2 += xh * yl + xm * ym + xl * yh;
            s3 += xm * yl + xl * ym;
            s4 += xl * yl;
        }
        sums[0] += sum_of(s0);
        sums[1] += sum_of(s1);
        sums[2] += sum_of(s2);
        sums[3] += sum_of(s3);
        sums[4] += sum_of(s4);
    }
    return {sums[0], sums[1], sums[2], sums[3], sums[4]};
}

/// Adding and subtracting them rounds to multiples of the units of h, m and l.
struct Shifters {
    double h, m, l;

    explicit Shifters(int bound)
        : h(shifter * power_of_two(bound - 23)),
          m(shifter * power_of_two(bound - 47)),
          l(shifter * power_of_two(bound - 71)) {}
};

[[gnu::always_inline]] inline void add_in_units(std::int64_t& sum, Doubles numbers, int unit) {
    sum += sum_of(numbers * power_of_two(-unit));
}

bool sum_squares(const double* x, std::size_t count, int bound, const double* ahead,
                 SquareSums& sums) {
    const Shifters to(bound);
    const int h_unit = bound - 23, m_unit = bound - 47, l_unit = bound - 71;
    Words exact = Words{} - 1;
    SquareSums total{};
    for (std::size_t i = 0; i < count;) {
        Doubles h_sum{}, m_sum{}, l_sum{}, hh{}, hm{}, hl{}, mm{}, ml{}, ll{};
        for (const std::size_t end = end_of_sum(i, count); i < end; i += register_doubles) {
            __builtin_prefetch(ahead + i, 0, 2);  // for reading, into the second cache
            const Doubles number = load<Doubles>(x + i);
            const Doubles h = (number + to.h) - to.h, below_h = number - h;
            const Doubles m = (below_h + to.m) - to.m, below_m = below_h - m;
            const Doubles l = (below_m + to.l) - to.l;
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
        if (!is_true_everywhere(exact)) return false;
        add_in_units(total.h, h_sum, h_unit);
        add_in_units(total.m, m_sum, m_unit);
        add_in_units(total.l, l_sum, l_unit);
        add_in_units(total.hh, hh, h_unit + h_unit);
        add_in_units(total.hm, hm, h_unit + m_unit);
        add_in_units(total.hl, hl, h_unit + l_unit);
        add_in_units(total.mm, mm, m_unit + m_unit);
        add_in_units(total.ml, ml, m_unit + l_unit);
        add_in_units(total.ll, ll, l_unit + l_unit);
    }
    sums = total;
    return true;
}

std::size_t keep_exact(double* x, std::size_t count, int bound, double* rest) {
    const Shifters to(bound);
    const double limit = power_of_two(bound);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const double number = x[i], below_h = number - ((number + to.h) - to.h);
        const double below_m = below_h - ((below_h + to.m) - to.m);
        const bool is_exact = __builtin_fabs(number) < limit && (below_m + to.l) - to.l == below_m;
        (is_exact ? x[kept] : rest[i - kept]) = number;
        kept += is_exact ? 1 : 0;
    }
    return kept;
}

}  // namespace

ExactKernels exact_kernels(simd::ThisBuild) {
    return {bound_of, cut, multiply, sum_squares, keep_exact};
}

}  // namespace pgm::detail
