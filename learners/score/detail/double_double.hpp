#pragma once

#include <cmath>

namespace pgm::learners::detail {

/// A number of 106 bits: the unevaluated sum of two doubles, the second at most half a unit in the
/// last place of the first. It stands between doubles and numbers of 100 digits: ten to twenty
/// times slower than the former, a hundred times faster than the latter.
///
/// Sums and products are off by less than 2^-102 of the result, quotients by less than 2^-100
/// (Dekker 1971, "A floating-point technique for extending the available precision"; Hida, Li and
/// Bailey 2001, "Algorithms for quad-double precision floating point arithmetic"). Beyond 1e300
/// they are infinite or no number. Needs arithmetic that contracts no product and sum into one
/// rounding.
struct DoubleDouble {
    double high = 0, low = 0;

    constexpr DoubleDouble() = default;
    constexpr DoubleDouble(double value) : high(value) {}
    constexpr DoubleDouble(double high_part, double low_part) : high(high_part), low(low_part) {}

    explicit operator double() const { return high + low; }
    friend bool operator==(const DoubleDouble&, const DoubleDouble&) = default;
};

/// a + b without rounding.
inline DoubleDouble exact_sum_of(double a, double b) {
    const double sum = a + b, part = sum - a;
    return {sum, (a - (sum - part)) + (b - part)};
}

/// The sum renormalised, if |a| >= |b|.
inline DoubleDouble renormalised(double a, double b) {
    const double sum = a + b;
    return {sum, b - (sum - a)};
}

/// a b without rounding, by parts of 26 bits.
inline DoubleDouble exact_product_of(double a, double b) {
    constexpr double splitter = 0x1p27 + 1;
    const double a_scaled = splitter * a, b_scaled = splitter * b;
    const double a_high = a_scaled - (a_scaled - a), b_high = b_scaled - (b_scaled - b);
    const double a_low = a - a_high, b_low = b - b_high;
    const double product = a * b;
    return {product,
            ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

inline DoubleDouble operator-(DoubleDouble a) {
    return {-a.high, -a.low};
}

inline DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
    const DoubleDouble high = exact_sum_of(a.high, b.high), low = exact_sum_of(a.low, b.low);
    const DoubleDouble sum = renormalised(high.high, high.low + low.high);
    return renormalised(sum.high, sum.low + low.low);
}

inline DoubleDouble operator-(DoubleDouble a, DoubleDouble b) {
    return a + -b;
}

inline DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
    const DoubleDouble high = exact_product_of(a.high, b.high);
    return renormalised(high.high, high.low + (a.high * b.low + a.low * b.high));
}

/// Long division by three digits of 53 bits.
inline DoubleDouble operator/(DoubleDouble a, DoubleDouble b) {
    const double first = a.high / b.high;
    const DoubleDouble rest = a - b * first;
    const double second = rest.high / b.high;
    const double third = (rest - b * second).high / b.high;
    return renormalised(first, second) + third;
}

inline DoubleDouble& operator+=(DoubleDouble& a, DoubleDouble b) {
    return a = a + b;
}

inline DoubleDouble& operator-=(DoubleDouble& a, DoubleDouble b) {
    return a = a - b;
}

inline bool operator<(DoubleDouble a, DoubleDouble b) {
    return a.high < b.high || (a.high == b.high && a.low < b.low);
}

inline bool operator>(DoubleDouble a, DoubleDouble b) {
    return b < a;
}

}  // namespace pgm::learners::detail
