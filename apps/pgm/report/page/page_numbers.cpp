#include <apps/pgm/report/page/page_numbers.hpp>

#include <pgm/core/text/number_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pgm::apps {

std::string decimals_text(double number, int decimals) {
    constexpr int digits = 4;
    constexpr double large = 1e9;
    if (!std::isfinite(number)) return "-";
    const bool vanishes = number != 0 && std::abs(number) < 0.5 * std::pow(10.0, -decimals);
    if (std::abs(number) >= large || (vanishes && decimals >= digits))
        return to_text(number, digits);
    const std::string text = fmt::format("{:.{}f}", number, decimals);
    const bool is_zero = text.find_first_not_of("-0.") == std::string::npos;
    return is_zero && text.starts_with('-') ? text.substr(1) : text;
}

std::string p_text(const std::optional<double>& p) {
    constexpr double least = 0.001;
    if (!p) return "-";
    return *p < least ? "<0.001" : decimals_text(*p, 3);
}

std::string percent_text(double part, double whole) {
    return whole > 0 ? decimals_text(100 * part / whole, 1) : "-";
}

int decimals_for(double sd) {
    constexpr int most = 6;
    if (!(sd > 0) || !std::isfinite(sd)) return 2;
    return std::clamp(1 - static_cast<int>(std::floor(std::log10(sd))), 0, most);
}

}  // namespace pgm::apps
