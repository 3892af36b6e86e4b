#pragma once

#include <cstdint>

namespace pgm::detail {

/// 2^exponent from its bits, for -1022 <= exponent <= 1023: exact, and far quicker than std::ldexp,
/// which serves all numbers. Always inlined, so that sources compiled for a newer processor leave
/// no copy of it that others would run.
[[gnu::always_inline]] inline double power_of_two(int exponent) {
    return __builtin_bit_cast(double, static_cast<std::int64_t>(exponent + 1023) << 52);
}

}  // namespace pgm::detail
