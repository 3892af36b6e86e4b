#include <pgm/core/text/number_text.hpp>

#include <charconv>
#include <cmath>

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
