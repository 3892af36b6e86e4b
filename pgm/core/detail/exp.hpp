#pragma once

namespace pgm::detail {

/// The exponential function of several numbers at once, for code that is compiled once per
/// instruction set: `Pack` is a vector of doubles, `Integers` one of as many 64-bit integers (GNU
/// vector extensions). Every number must be at most 0 (or slightly above) and not NaN; below -708,
/// where e^x is no normal number any more, the result is 0.
///
/// x = n ln 2 + r with |r| <= (ln 2)/2; e^r by a polynomial through Chebyshev points (relative
/// error 2^-55.8), times 2^n by its bits. The error is at most 1 unit in the last place
/// (exp_test.cpp measures it), and the bits are the same on every instruction set: there are no
/// fused operations.
template <class Pack, class Integers>
[[gnu::always_inline]] inline Pack exp_of_negative(Pack x) {
    constexpr double round = 0x1.8p52;  // adding it leaves the nearest integer in the last bits
    constexpr double ln2_high = 0x1.62e42fefa38p-1;  // 41 bits: products with n are exact
    constexpr double ln2_low = 0x1.ef35793c7673p-45;
    constexpr double coefficients[] = {0x1.af38a9b0ec855p-26, 0x1.289185613a3d6p-22,
                                       0x1.71de0dae63bb3p-19, 0x1.a019b90d2ae7ap-16,
                                       0x1.a01a01a7c41d5p-13, 0x1.6c16c1788bd90p-10,
                                       0x1.11111111109b3p-7,  0x1.5555555553d63p-5,
                                       0x1.5555555555556p-3,  0x1p-1};
    const Integers too_small = x < -708.0;
    const Pack shifted = x * 0x1.71547652b82fep0 + round;
    const Pack n = shifted - round;
    const Pack r = (x - n * ln2_high) - n * ln2_low;
    Pack polynomial = Pack{} + coefficients[0];
    for (int i = 1; i < 10; ++i) polynomial = polynomial * r + coefficients[i];
    const Pack power = r * r * polynomial + r + 1.0;
    const Integers scale =
        (__builtin_bit_cast(Integers, shifted) << 52) + __builtin_bit_cast(Integers, Pack{} + 1.0);
    const Pack value = power * __builtin_bit_cast(Pack, scale);
    return too_small ? Pack{} : value;
}

}  // namespace pgm::detail
