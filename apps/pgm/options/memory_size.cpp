#include <apps/pgm/options/memory_size.hpp>

#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>

#include <cmath>
#include <limits>
#include <string>

namespace pgm::apps {
namespace {

/// The power of 1024 that a unit stands for.
std::optional<int> power_of_unit(std::string_view unit) {
    constexpr std::string_view letters = "kmgt";
    if (unit.empty()) return 2;
    std::string lower;
    for (const char c : unit) lower += ascii_lower(c);
    const std::size_t power = letters.find(lower.front());
    const std::string rest = lower.substr(1);
    if (power == letters.npos || !(rest.empty() || rest == "b" || rest == "ib"))
        return std::nullopt;
    return static_cast<int>(power) + 1;
}

}  // namespace

std::optional<std::size_t> parse_memory_size(std::string_view text) {
    const std::size_t last_of_number = text.find_last_of("0123456789.");
    if (last_of_number == text.npos) return std::nullopt;
    const std::optional<double> number = parse_number(text.substr(0, last_of_number + 1));
    const std::optional<int> power = power_of_unit(text.substr(last_of_number + 1));
    if (!number || !power) return std::nullopt;
    const double bytes = std::ldexp(*number, 10 * *power);
    if (!(bytes >= 1)) return std::nullopt;
    constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
    return bytes < static_cast<double>(most) ? static_cast<std::size_t>(bytes) : most;
}

}  // namespace pgm::apps
