#pragma once

#include <cstddef>
#include <limits>
#include <optional>

namespace pgm {

/// Products and sums of sizes that say when they overflow. Every size that comes from a file or a user passes through here before it
/// reaches an allocator: 40 parents of 3 states are 2 KB of text and 10^19 cells.
constexpr std::optional<std::size_t> checked_mul(std::size_t a, std::size_t b) {
    if (a != 0 && b > std::numeric_limits<std::size_t>::max() / a) return std::nullopt;
    return a * b;
}

constexpr std::optional<std::size_t> checked_add(std::size_t a, std::size_t b) {
    if (b > std::numeric_limits<std::size_t>::max() - a) return std::nullopt;
    return a + b;
}

}  // namespace pgm
