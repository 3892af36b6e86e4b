#pragma once

#include <cstdint>
#include <span>

namespace pgm::detail {

// Powers of two taken out of numbers, so that products of thousands of tables neither underflow nor
// need logarithms. These are the rules of every part of the engine; extended_range.hpp has numbers
// that carry such a power with them.
//
// The templates are for numbers and for vectors of them: `Integer` is std::int64_t, or a vector of
// as many of these as `Number` has numbers. They are always inlined, so that sources compiled for a
// newer processor leave no copy that others would run.

/// 2^exponent from its bits, for -1022 <= exponent <= 1023: exact, and far quicker than std::ldexp,
/// which serves all numbers.
template <class Number, class Integer>
[[gnu::always_inline]] inline Number power_of_two(Integer exponent) {
    return __builtin_bit_cast(Number, (exponent + 1023) << 52);
}
[[gnu::always_inline]] inline double power_of_two(int exponent) {
    return power_of_two<double>(std::int64_t{exponent});
}

/// A table whose largest number is so many binary digits away from 1 is scaled: seldom enough to
/// cost little, soon enough that a product of a few unscaled tables stays within the doubles.
inline constexpr int scaling_distance = 32;

/// So many tables are multiplied before the product is scaled, where it asks for that: a run never
/// comes near 2^-1022 by mere length. What still underflows does so inside one table, and the
/// processor says so (float_flags.hpp).
inline constexpr std::uint32_t factors_between_scalings = 12;

/// A cell below 2^-1000 of the largest is too small to change any probability.
inline constexpr int negligible_exponent = -1000;

/// The power of two to be taken out of a table with this largest number; 0 where that is near 1,
/// and where it is no normal number, which the processor has reported.
template <class Integer, class Number>
[[gnu::always_inline]] inline Integer excess_exponent_of_normal(Number largest) {
    const Integer biased = (__builtin_bit_cast(Integer, largest) >> 52) & 0x7ff,
                  exponent = biased - 1023;
    const auto is_near = (exponent > -scaling_distance) & (exponent < scaling_distance);
    return (biased == 0) | (biased == 0x7ff) | is_near ? Integer{} : exponent;
}

/// 2^-exponent as two factors, since it may be 2^1022 and more.
template <class Number, class Integer>
struct ScalingFactors {
    [[gnu::always_inline]] explicit ScalingFactors(Integer exponent)
        : first(power_of_two<Number>(-exponent >> 1)),
          second(power_of_two<Number>(-exponent - (-exponent >> 1))) {}
    Number first, second;
};

int excess_exponent_of_any(double largest);

/// The power of two to be taken out for any largest number, also one that is too small to be
/// normal.
inline int excess_exponent(double largest) {
    const bool is_near =
        largest >= power_of_two(1 - scaling_distance) && largest < power_of_two(scaling_distance);
    return is_near ? 0 : excess_exponent_of_any(largest);
}

/// The numbers times 2^-exponent.
void scale_down(std::span<double> numbers, int exponent);

/// Scales a table by what excess_exponent() says, and returns it.
int rescale(std::span<double> numbers);

/// A constant as the sum of two doubles. Where the first has fewer digits than a double, products
/// of it with whole numbers are exact.
struct TwoDoubles {
    double high, low;
};
/// ln 2: rounded; 41 digits, for whole numbers up to 2^12; 33 digits, for whole numbers up to 2^20.
inline constexpr TwoDoubles ln2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56},
                            ln2_of_41_digits = {0x1.62e42fefa38p-1, 0x1.ef35793c7673p-45},
                            ln2_of_33_digits = {0x1.62e42fee00000p-1, 0x1.a39ef35793c76p-33};
inline constexpr double log2_e = 0x1.71547652b82fep0;

}  // namespace pgm::detail
