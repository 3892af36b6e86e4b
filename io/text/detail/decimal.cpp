#include <io/text/detail/decimal.hpp>

#include <bit>

namespace pgm::io::detail {
namespace {

__extension__ using Wide = unsigned __int128;

/// Eight bytes of this value.
constexpr std::uint64_t eight(std::uint64_t byte) {
    return 0x0101'0101'0101'0101u * byte;
}

constexpr Wide wide(std::uint64_t low, std::uint64_t high) {
    return (Wide{high} << 64) | low;
}

constexpr Wide sixteen(std::uint64_t byte) {
    return wide(eight(byte), eight(byte));
}

bool are_digits(std::uint64_t bytes) {
    return ((bytes & eight(0xF0)) | (((bytes + eight(0x06)) & eight(0xF0)) >> 4)) == eight(0x33);
}

/// The number that eight digits write, the first in the lowest byte: pairs of digits are put
/// together, then pairs of these, then the two halves, each time by one multiplication.
std::uint64_t number_of_digits(std::uint64_t bytes) {
    bytes = ((bytes & eight(0x0F)) * ((10 << 8) + 1)) >> 8;
    bytes = ((bytes & 0x00FF'00FF'00FF'00FFu) * ((100u << 16) + 1)) >> 16;
    return ((bytes & 0x0000'FFFF'0000'FFFFu) * ((std::uint64_t{10'000} << 32) + 1)) >> 32;
}

/// 2^exponent, which must be that of a normal double.
double power_of_two(int exponent) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << 52);
}

}  // namespace

double rounded_decimal(std::uint64_t digits, std::ptrdiff_t exponent) {
    if (digits == 0) return 0;
    std::uint64_t power = 1;
    for (std::ptrdiff_t i = exponent < 0 ? -exponent : exponent; i > 0; --i) power *= 10;
    if (exponent >= 0) return static_cast<double>(Wide{digits} * power);
    const int digits_shift = std::countl_zero(digits), power_shift = std::countl_zero(power);
    const Wide numerator = Wide{digits << digits_shift} << 62;
    const std::uint64_t denominator = power << power_shift;
    const auto quotient = static_cast<std::uint64_t>(numerator / denominator);
    const bool has_rest = Wide{quotient} * denominator != numerator;
    return static_cast<double>(static_cast<std::int64_t>(quotient | (has_rest ? 1 : 0))) *
           power_of_two(power_shift - digits_shift - 62);
}

std::optional<double> decimal_in_words(std::uint64_t low, std::uint64_t high, std::size_t size) {
    if constexpr (std::endian::native != std::endian::little) return std::nullopt;
    Wide text = wide(low, high);
    const bool negative = (low & 0xFF) == '-';
    if (negative) {
        text >>= 8;
        --size;
    }
    // The lowest bit that is set is that of the first point.
    const Wide other = text ^ sixteen('.');
    const Wide points = (other - sixteen(0x01)) & ~other & sixteen(0x80);
    std::ptrdiff_t fraction = 0;
    if (points != 0) {
        const auto half = static_cast<std::uint64_t>(points);
        const int bit = half != 0 ? std::countr_zero(half)
                                  : 64 + std::countr_zero(static_cast<std::uint64_t>(points >> 64));
        const Wide before = (Wide{1} << (bit - 7)) - 1;
        text = (text & before) | ((text >> 8) & ~before);
        --size;
        fraction = static_cast<std::ptrdiff_t>(size) - (bit - 7) / 8;
    }
    if (size == 0) return std::nullopt;
    if (size < 16) {
        const auto shift = static_cast<unsigned>(8 * (16 - size));
        text = (text << shift) | (sixteen('0') & ((Wide{1} << shift) - 1));
    }
    const auto first = static_cast<std::uint64_t>(text),
               last = static_cast<std::uint64_t>(text >> 64);
    if (!are_digits(first) || !are_digits(last)) return std::nullopt;
    constexpr std::uint64_t hundred_million = 100'000'000;
    const double value = decimal_value(
        number_of_digits(first) * hundred_million + number_of_digits(last), -fraction);
    return negative ? -value : value;
}

}  // namespace pgm::io::detail
