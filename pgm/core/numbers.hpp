#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace pgm {

/// Products and sums of sizes that detect overflow. Every size that comes from a file or a user
/// passes through here before it reaches an allocator: 40 parents of 3 states are 2 KB of text and
/// 10^19 cells.
constexpr std::optional<std::size_t> checked_mul(std::size_t a, std::size_t b) {
    if (a != 0 && b > std::numeric_limits<std::size_t>::max() / a) return std::nullopt;
    return a * b;
}

constexpr std::optional<std::size_t> checked_add(std::size_t a, std::size_t b) {
    if (b > std::numeric_limits<std::size_t>::max() - a) return std::nullopt;
    return a + b;
}

/// The largest number instead of a wrong one, for places in files of more than 2^32 lines.
constexpr std::uint32_t saturated(std::size_t a) {
    return a > std::numeric_limits<std::uint32_t>::max() ? std::numeric_limits<std::uint32_t>::max()
                                                         : static_cast<std::uint32_t>(a);
}

/// Positive infinity. Its negative is the logarithm of 0, and hence of a probability or density
/// that is zero.
inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// The numbers above one bound, up to another: above < x <= up_to.
struct Interval {
    double above = -infinity;
    double up_to = infinity;

    friend bool operator==(const Interval&, const Interval&) = default;
};

}  // namespace pgm
