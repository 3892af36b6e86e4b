#include <io/text/detail/decimal.hpp>

#include <bit>

namespace pgm::io::detail {
namespace {

__extension__ using Wide = unsigned __int128;

/// 2^exponent, which must be that of a normal double.
double power_of_two(int exponent) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << 52);
}

}  // namespace

double rounded_decimal(std::uint64_t digits, std::ptrdiff_t exponent) {
    if (digits == 0) return 0;
    const std::uint64_t power =
        whole_powers_of_ten[static_cast<std::size_t>(exponent < 0 ? -exponent : exponent)];
    if (exponent >= 0) return static_cast<double>(Wide{digits} * power);
    const int digits_shift = std::countl_zero(digits), power_shift = std::countl_zero(power);
    const Wide numerator = Wide{digits << digits_shift} << 62;
    const std::uint64_t denominator = power << power_shift;
    const auto quotient = static_cast<std::uint64_t>(numerator / denominator);
    const bool has_rest = Wide{quotient} * denominator != numerator;
    return static_cast<double>(static_cast<std::int64_t>(quotient | (has_rest ? 1 : 0))) *
           power_of_two(power_shift - digits_shift - 62);
}

}  // namespace pgm::io::detail
