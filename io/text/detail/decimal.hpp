#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cfloat>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>

namespace pgm::io::detail {

/// The result of scan_decimal().
struct ScannedDecimal {
    double value = 0;
    const char* end = nullptr;  ///< past the number; null if there is no finite decimal number
};

/// The largest exponents that rounded_decimal() takes, and the powers of ten up to them.
inline constexpr std::ptrdiff_t most_decimal_exponent = 19;

/// Powers of ten that 64 bits hold.
inline constexpr auto whole_powers_of_ten = [] {
    std::array<std::uint64_t, most_decimal_exponent + 1> powers{1};
    for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = 10 * powers[i - 1];
    return powers;
}();

/// digits * 10^exponent, correctly rounded, by integers of 128 bits. The exponent is between
/// -most_decimal_exponent and most_decimal_exponent.
///
/// A product is exact. A quotient has at least 62 bits, the last of which is set if there is a
/// remainder, so that rounding it to the 53 bits of a double rounds the exact quotient.
double rounded_decimal(std::uint64_t digits, std::ptrdiff_t exponent);

/// digits * 10^exponent, the double nearest to it, with the bits of std::from_chars. The exponent
/// is as for rounded_decimal().
///
/// If digits <= 2^53, both it and the power of ten are exact doubles, and one IEEE operation rounds
/// the result correctly (Clinger 1990, "How to read floating point numbers accurately").
inline double decimal_value(std::uint64_t digits, std::ptrdiff_t exponent) {
    static_assert(FLT_EVAL_METHOD == 0 && std::numeric_limits<double>::is_iec559,
                  "the result must be rounded once, to double");
    static constexpr std::array<double, most_decimal_exponent + 1> power_of_ten = {
        1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,
        1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19};
    if (digits > (std::uint64_t{1} << 53)) [[unlikely]]
        return rounded_decimal(digits, exponent);
    const auto number = static_cast<double>(digits);
    return exponent < 0 ? number / power_of_ten[static_cast<std::size_t>(-exponent)]
                        : number * power_of_ten[static_cast<std::size_t>(exponent)];
}

/// Reads the exponent at the beginning of the text, "e-05", and moves `at` past it. It is 0 if
/// there is none.
inline std::ptrdiff_t scan_exponent(const char*& at, const char* end) {
    constexpr std::ptrdiff_t beyond_all = 100'000;
    if (at == end || (*at != 'e' && *at != 'E')) return 0;
    const char* digit = at + 1;
    const bool negative = digit != end && *digit == '-';
    if (digit != end && (*digit == '-' || *digit == '+')) ++digit;
    if (digit == end || static_cast<unsigned char>(*digit - '0') >= 10) return 0;
    std::ptrdiff_t exponent = 0;
    for (; digit != end && static_cast<unsigned char>(*digit - '0') < 10; ++digit)
        exponent = std::min(10 * exponent + (*digit - '0'), beyond_all);
    at = digit;
    return negative ? -exponent : exponent;
}

/// The highest bit of each of eight bytes that is no digit.
inline std::uint64_t other_than_digits(std::uint64_t bytes) {
    const std::uint64_t values = bytes ^ 0x3030'3030'3030'3030u;
    constexpr std::uint64_t highest = 0x8080'8080'8080'8080u;
    // A digit leaves 0 to 9, which alone do not carry into the highest bit of their byte.
    return (((values & ~highest) + 0x7676'7676'7676'7676u) | values) & highest;
}

/// The number of digits at the front of eight bytes, the first in the lowest byte.
inline std::ptrdiff_t count_digits(std::uint64_t bytes) {
    return std::countr_zero(other_than_digits(bytes)) / 8;
}

/// The number that up to eight digits write, the last in the highest byte: pairs of digits are put
/// together, then pairs of these, then the halves, each time by one multiplication (Lemire 2021,
/// "Number parsing at a gigabyte per second").
inline std::uint64_t number_of_digits(std::uint64_t bytes) {
    bytes = ((bytes & 0x0F0F'0F0F'0F0F'0F0Fu) * ((10u << 8) + 1)) >> 8;
    bytes = ((bytes & 0x00FF'00FF'00FF'00FFu) * ((100u << 16) + 1)) >> 16;
    return ((bytes & 0x0000'FFFF'0000'FFFFu) * ((std::uint64_t{10'000} << 32) + 1)) >> 32;
}

/// Appends the digits at the beginning of the text to a number, modulo 2^64, and moves `at` past
/// them. Bytes before `limit` may be read.
inline void scan_digits(const char*& at, const char* end, const char* limit,
                        std::uint64_t& number) {
    if constexpr (std::endian::native == std::endian::little) {
        while (limit - at >= 8) {
            std::uint64_t bytes = 0;
            std::memcpy(&bytes, at, 8);
            const std::ptrdiff_t count = std::min(count_digits(bytes), end - at);
            const std::uint64_t last = (bytes << (8 * (7 - count) & 63)) << 8;
            number = number * whole_powers_of_ten[static_cast<std::size_t>(count)] +
                     number_of_digits(count == 8 ? bytes : last);
            at += count;
            if (count < 8) return;
        }
    }
    while (at != end && static_cast<unsigned char>(*at - '0') < 10)
        number = 10 * number + static_cast<unsigned char>(*at++ - '0');
}

/// Reads a short decimal such as 0.25 or 2.5e-3, correctly rounded: at most 19 digits, and an
/// exponent that decimal_value() takes. The end is null if the number is not short. Bytes before
/// `limit` may be read, which is fastest if they are a few more than those of the text.
inline ScannedDecimal scan_short_decimal(const char* at, const char* end, const char* limit) {
    const char* const begin = at;
    std::uint64_t digits = 0;
    while (at != end && static_cast<unsigned char>(*at - '0') < 10)
        digits = 10 * digits + static_cast<unsigned char>(*at++ - '0');
    std::ptrdiff_t count = at - begin, fraction = 0;
    if (at != end && *at == '.') {
        const char* const first = ++at;
        scan_digits(at, end, limit, digits);
        fraction = at - first;
        count += fraction;
    }
    // One zero before the point is none of the digits that count.
    if (count == 0 || count - (*begin == '0') > most_decimal_exponent) return {};
    const std::ptrdiff_t exponent = scan_exponent(at, end) - fraction;
    if (exponent < -most_decimal_exponent || exponent > most_decimal_exponent) return {};
    return {decimal_value(digits, exponent), at};
}
inline ScannedDecimal scan_short_decimal(const char* at, const char* end) {
    return scan_short_decimal(at, end, end);
}

/// Reads the decimal number at the beginning of the text: digits, at most one point, an exponent, a
/// sign ("1", ".5", "5.", "1E-05", "+0.1"). Hexadecimal numbers, "nan", "inf" and numbers that are
/// too large or too small for a double have a null end.
inline ScannedDecimal scan_decimal(const char* at, const char* end) {
    if (const ScannedDecimal found = scan_short_decimal(at, end); found.end) return found;
    if (at != end && *at == '+' && at + 1 != end && at[1] != '-') ++at;
    ScannedDecimal found;
    const auto result = std::from_chars(at, end, found.value);
    if (result.ec == std::errc{} && std::isfinite(found.value)) found.end = result.ptr;
    return found;
}

/// The whole number that a text of digits is, or null.
inline std::optional<std::size_t> whole_number(std::string_view text) {
    std::size_t number = 0;
    const char* const end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number);
    if (result.ec != std::errc{} || result.ptr != end) return std::nullopt;
    return number;
}

/// True if the whole text is a decimal number too large or too small for a double: "1e999".
inline bool is_beyond_double(std::string_view text) {
    if (!text.empty() && (text.front() == '+' || text.front() == '-')) text.remove_prefix(1);
    if (text.empty() || text.front() == '+' || text.front() == '-') return false;
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, value);
    return result.ec == std::errc::result_out_of_range && result.ptr == end;
}

}  // namespace pgm::io::detail
