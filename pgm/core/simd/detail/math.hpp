#pragma once

// Logarithms and exponentials of several numbers at once. Only exact operations and single
// roundings, so that every instruction set gives the same bits. In an unnamed namespace like
// pack.hpp.

#include <pgm/core/detail/scaled.hpp>
#include <pgm/core/simd/detail/pack.hpp>

namespace pgm::detail::simd {
namespace {

inline constexpr double infinite = __builtin_inf();

/// Adding it to a number of less than 2^51 leaves the nearest integer in the last bits.
inline constexpr double round_to_integer = 0x1.8p52;

/// Binary exponents as numbers: those of a product of densities may exceed every integer.
[[gnu::always_inline]] inline Doubles to_numbers(Words integers) {
    return __builtin_convertvector(integers, Doubles);
}

/// Integers of at most 2^51 held as doubles.
[[gnu::always_inline]] inline Words to_integers(Doubles numbers) {
    return __builtin_convertvector(numbers, Words);
}

/// Brings positive normal numbers into [1, 2) and adds what that took to the exponents; zeros stay.
[[gnu::always_inline]] inline void split(Doubles& x, Doubles& exponent) {
    const Words biased = (__builtin_bit_cast(Words, x) >> 52) & 0x7ff;
    const Words mantissa = (__builtin_bit_cast(Words, x) & 0xfffffffffffff) | 0x3ff0000000000000;
    x = biased == 0 ? x : __builtin_bit_cast(Doubles, mantissa);
    exponent += biased == 0 ? Doubles{} : to_numbers(biased - 1023);
}

/// log(x * 2^exponent) for positive normal x: with m in [sqrt(1/2), sqrt(2)), log m = 2 artanh(s),
/// s = (m - 1) / (m + 1), by its power series, whose eleventh term is below 2^-57.
[[gnu::always_inline]] inline Doubles logarithm(Doubles x, Doubles exponent) {
    split(x, exponent);
    const Doubles root_two = Doubles{} + 0x1.6a09e667f3bcdp0;
    exponent = x > root_two ? exponent + 1 : exponent;
    x = x > root_two ? x * 0.5 : x;
    const Doubles f = x - 1, s = f / (x + 1), z = s * s;
    Doubles series = Doubles{} + 1.0 / 23;
    for (int odd = 21; odd >= 3; odd -= 2) series = series * z + 1.0 / odd;
    // 2 s = f - s f, of which f is exact.
    const Doubles small = s * (2 * z * series - f) + exponent * ln2_of_33_digits.low;
    return exponent * ln2_of_33_digits.high + (f + small);
}

/// e^x as number * 2^exponent for x <= 0 (or slightly above), not NaN; zero for -inf. The number is
/// in (0.65, 1.53); with |r| <= 0.42 the fourteenth term of the series is below 2^-53. Down to
/// exact_exponent the error is a rounding or two; x below -2^50 hardly has digits behind the point,
/// and its number is 1.
[[gnu::always_inline]] inline void exponential(Doubles& x, Doubles& exponent) {
    const Doubles round = Doubles{} + round_to_integer, all = x * log2_e;
    const auto has_rest = all > -0x1p50, is_zero = x == Doubles{} - infinite;
    const Doubles n = (has_rest ? all : Doubles{}) + round - round;
    const Doubles r =
        ((has_rest ? x : Doubles{}) - n * ln2_of_33_digits.high) - n * ln2_of_33_digits.low;
    Doubles series = Doubles{} + 1;
    for (int term = 13; term >= 1; --term) series = 1 + series * r * (1.0 / term);
    x = is_zero ? Doubles{} : series;
    exponent = has_rest ? n : is_zero ? Doubles{} : all;
}

/// Products of ln2_of_33_digits.high with exponents from here on have no rounding.
inline constexpr double exact_exponent = -0x1p20;

/// e^x where that is a double: the same for numbers that are summed up in doubles, quicker and
/// within 1 unit of the last place (kernel_density_test.cpp measures it). x <= 0 (or slightly
/// above), not NaN; below -708, where e^x is no normal number any more, the result is 0.
///
/// x = n ln 2 + r with |r| <= (ln 2)/2; e^r by a polynomial through Chebyshev points (relative
/// error 2^-55.8), times 2^n by its bits.
[[gnu::always_inline]] inline Doubles exp_of_negative(Doubles x) {
    constexpr double coefficients[] = {0x1.af38a9b0ec855p-26, 0x1.289185613a3d6p-22,
                                       0x1.71de0dae63bb3p-19, 0x1.a019b90d2ae7ap-16,
                                       0x1.a01a01a7c41d5p-13, 0x1.6c16c1788bd90p-10,
                                       0x1.11111111109b3p-7,  0x1.5555555553d63p-5,
                                       0x1.5555555555556p-3,  0x1p-1};
    const Doubles shifted = x * log2_e + round_to_integer, n = shifted - round_to_integer;
    const Doubles r = (x - n * ln2_of_41_digits.high) - n * ln2_of_41_digits.low;
    Doubles polynomial = Doubles{} + coefficients[0];
    for (int i = 1; i < 10; ++i) polynomial = polynomial * r + coefficients[i];
    const Doubles value =
        (r * r * polynomial + r + 1.0) *
        __builtin_bit_cast(Doubles, (__builtin_bit_cast(Words, shifted) << 52) +
                                        __builtin_bit_cast(Words, Doubles{} + 1.0));
    return x < -708.0 ? Doubles{} : value;
}

}  // namespace
}  // namespace pgm::detail::simd
