#pragma once

#include <pgm/core/simd/detail/register_doubles.hpp>

#include <cstdint>

namespace pgm::detail::kernels {

/// So many rows fill a register; a divisor of pack_rows.
inline constexpr std::uint32_t lane_rows = register_doubles;

/// Those rows handled as one value: numbers, their bits, codes. Rows do not meet each other, hence
/// every instruction set gives the same bits.
typedef double RowPack __attribute__((vector_size(8 * lane_rows)));
typedef std::int64_t RowBits __attribute__((vector_size(8 * lane_rows)));
typedef std::uint32_t RowCodes __attribute__((vector_size(4 * lane_rows)));

/// Arithmetic on packs that every build of the kernels shares: only exact operations and single
/// roundings, so that all builds give the same bits. A template on a tag, because a function
/// compiled for one instruction set must not be the linker's copy for all.
template <class Isa>
struct PackMath {
    [[gnu::always_inline]] static RowPack load(const double* p) {
        RowPack pack;
        __builtin_memcpy(&pack, p, sizeof pack);
        return pack;
    }
    [[gnu::always_inline]] static void store(double* p, RowPack pack) {
        __builtin_memcpy(p, &pack, sizeof pack);
    }
    [[gnu::always_inline]] static RowCodes load_codes(const std::uint32_t* p) {
        RowCodes codes;
        __builtin_memcpy(&codes, p, sizeof codes);
        return codes;
    }
    [[gnu::always_inline]] static RowPack larger(RowPack x, RowPack y) { return x > y ? x : y; }

    [[gnu::always_inline]] static RowBits biased_exponent(RowPack x) {
        return (__builtin_bit_cast(RowBits, x) >> 52) & 0x7ff;
    }

    /// 2^n for -1022 <= n <= 1023.
    [[gnu::always_inline]] static RowPack power_of_two(RowBits n) {
        return __builtin_bit_cast(RowPack, (n + 1023) << 52);
    }

    [[gnu::always_inline]] static RowPack to_numbers(RowBits integers) {
        return __builtin_convertvector(integers, RowPack);
    }

    /// Integers of at most 2^51 held as doubles.
    [[gnu::always_inline]] static RowBits to_integers(RowPack numbers) {
        return __builtin_convertvector(numbers, RowBits);
    }

    /// Brings positive normal numbers into [1, 2) and adds what that took to the exponents; zeros
    /// stay.
    [[gnu::always_inline]] static void split(RowPack& x, RowPack& exponent) {
        const RowBits biased = biased_exponent(x);
        const RowBits mantissa =
            (__builtin_bit_cast(RowBits, x) & 0xfffffffffffff) | 0x3ff0000000000000;
        x = biased == 0 ? x : __builtin_bit_cast(RowPack, mantissa);
        exponent += biased == 0 ? RowPack{} : to_numbers(biased - 1023);
    }

    /// log(x * 2^exponent) for positive normal x: with m in [sqrt(1/2), sqrt(2)), log m = 2
    /// artanh(s), s = (m - 1) / (m + 1), by its power series, whose eleventh term is below 2^-57.
    [[gnu::always_inline]] static RowPack logarithm(RowPack x, RowPack exponent) {
        split(x, exponent);
        const RowPack root_two = RowPack{} + 0x1.6a09e667f3bcdp0;
        exponent = x > root_two ? exponent + 1 : exponent;
        x = x > root_two ? x * 0.5 : x;
        const RowPack f = x - 1, s = f / (x + 1), z = s * s;
        RowPack series = RowPack{} + 1.0 / 23;
        for (int odd = 21; odd >= 3; odd -= 2) series = series * z + 1.0 / odd;
        // 2 s = f - s f, of which f is exact.
        const RowPack small = s * (2 * z * series - f) + exponent * ln2_low;
        return exponent * ln2_high + (f + small);
    }

    /// e^x as number * 2^exponent for x <= 0 (or slightly above), not NaN; zero for -inf. The
    /// number is in (0.65, 1.53); with |r| <= 0.42 the fourteenth term of the series is below
    /// 2^-53. Down to exact_exponent the error is a rounding or two; x below -2^50 hardly has
    /// digits behind the point, and its number is 1.
    [[gnu::always_inline]] static void exponential(RowPack& x, RowPack& exponent) {
        // Adding this leaves the nearest integer in the last bits.
        const RowPack round = RowPack{} + 0x1.8p52;
        const RowPack all = x * 0x1.71547652b82fep0;
        const auto has_rest = all > -0x1p50, is_zero = x == RowPack{} - __builtin_inf();
        const RowPack n = (has_rest ? all : RowPack{}) + round - round;
        const RowPack r = ((has_rest ? x : RowPack{}) - n * ln2_high) - n * ln2_low;
        RowPack series = RowPack{} + 1;
        for (int term = 13; term >= 1; --term) series = 1 + series * r * (1.0 / term);
        x = is_zero ? RowPack{} : series;
        exponent = has_rest ? n : is_zero ? RowPack{} : all;
    }

    /// Products of ln2_high with exponents from here on have no rounding.
    static constexpr double exact_exponent = -0x1p20;

    static constexpr double ln2_high = 0x1.62e42fee00000p-1;  ///< 33 bits: exact times any exponent
    static constexpr double ln2_low = 0x1.a39ef35793c76p-33;
};

}  // namespace pgm::detail::kernels
