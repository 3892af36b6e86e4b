#pragma once

#include <array>
#include <cfloat>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <system_error>

namespace pgm::io::detail {

/// The result of scan_decimal().
struct ScannedDecimal {
    double value = 0;
    const char* end = nullptr;  ///< past the number; null if there is no finite decimal number
};

/// Reads a short decimal such as 0.25, correctly rounded. The end is null if the number is not
/// short.
///
/// Up to 18 digits fit into an integer d, and the number is d / 10^f with f digits after the point.
/// If d <= 2^53, both d and 10^f (f <= 22) are exact doubles, and one IEEE division rounds their
/// quotient correctly. The result is the double nearest to the decimal, with the bits of
/// std::from_chars (Clinger 1990, "How to read floating point numbers accurately").
inline ScannedDecimal scan_short_decimal(const char* at, const char* end) {
    static_assert(FLT_EVAL_METHOD == 0 && std::numeric_limits<double>::is_iec559,
                  "the quotient must be rounded once, to double");
    static constexpr std::array<double, 19> power_of_ten = {
        1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8, 1e9,
        1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};
    const auto digit = [&] { return at != end && static_cast<unsigned char>(*at - '0') < 10; };
    const char* const begin = at;
    std::uint64_t digits = 0;
    while (digit()) digits = 10 * digits + static_cast<unsigned char>(*at++ - '0');
    std::ptrdiff_t count = at - begin;
    std::size_t fraction = 0;
    if (at != end && *at == '.') {
        const char* const point = at++;
        while (digit()) digits = 10 * digits + static_cast<unsigned char>(*at++ - '0');
        fraction = static_cast<std::size_t>(at - point - 1);
        count = at - begin - 1;
    }
    const bool exponent = at != end && (*at == 'e' || *at == 'E');
    if (count == 0 || count > 18 || digits > (std::uint64_t{1} << 53) || exponent) return {};
    return {static_cast<double>(digits) / power_of_ten[fraction], at};
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
