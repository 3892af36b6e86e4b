#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

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

/// log sum_i e^logs[i], however far these are from the logarithms of doubles; -inf where all are.
double log_sum_exp(std::span<const double> logs);
/// log(e^a + e^b)
double log_sum_exp(double a, double b);

/// Replaces logarithms by the probabilities in their proportion and returns log sum_i e^logs[i].
/// Where all are -inf, it returns -inf and the probabilities are 0.
double normalise_logs(std::span<double> logs);

/// The numbers above one bound, up to another: above < x <= up_to.
struct Interval {
    double above = -infinity;
    double up_to = infinity;

    friend bool operator==(const Interval&, const Interval&) = default;
};

}  // namespace pgm
