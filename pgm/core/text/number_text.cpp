#include <pgm/core/text/number_text.hpp>

#include <charconv>
#include <cmath>
#include <utility>

namespace pgm {

std::string to_text(double value) {
    char buffer[32];
    const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
    return std::string(buffer, result.ptr);
}

std::string to_text(double value, int digits) {
    char buffer[64];
    const auto result =
        std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, digits);
    return result.ec == std::errc{} ? std::string(buffer, result.ptr) : to_text(value);
}

std::string to_text(std::span<const double> values) {
    std::string list = "[";
    for (const double value : values) list += (list.size() > 1 ? ", " : "") + to_text(value);
    return list + "]";
}

std::string interval_text(std::string_view name, const Interval& interval) {
    // The numbers above the double before 3 are those from 3 on.
    const auto bound = [](double excluded, const char* strict, const char* weak) {
        const std::string next = to_text(std::nextafter(excluded, infinity) + 0.0);  // 0 for -0
        const std::string own = to_text(excluded);
        return next.size() < own.size() ? std::pair(weak, next) : std::pair(strict, own);
    };
    const bool has_low = interval.above != -infinity, has_high = interval.up_to != infinity;
    const auto [above, low] = bound(interval.above, "<", "<=");
    const auto [below, high] = bound(interval.up_to, "<=", "<");
    std::string text(name);
    if (has_low && !has_high) return text + (above == std::string_view("<") ? " > " : " >= ") + low;
    if (has_low) text = low + " " + above + " " + text;
    return has_high ? text + " " + below + " " + high : text + " > -inf";
}

std::optional<double> parse_number(std::string_view text) {
    if (!text.empty() && text.front() == '+') {
        text.remove_prefix(1);
        if (!text.empty() && text.front() == '-') return std::nullopt;
    }
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, value);
    if (result.ec != std::errc{} || result.ptr != end || !std::isfinite(value)) return std::nullopt;
    return value;
}

}  // namespace pgm
