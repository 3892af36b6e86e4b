#include <io/scene/detail/axis_ticks.hpp>

#include <io/scene/detail/text_width.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgm::io::detail {
namespace {

std::vector<double> every_second(const std::vector<double>& ticks) {
    std::vector<double> kept;
    for (std::size_t i = 0; i < ticks.size(); i += 2) kept.push_back(ticks[i]);
    return kept;
}

}  // namespace

std::vector<double> tick_positions(double low, double high, std::size_t most) {
    const double width = (high - low) / static_cast<double>(std::max<std::size_t>(most, 1));
    const double power = std::pow(10.0, std::floor(std::log10(width)));
    double step = 10 * power;
    for (const double factor : {5.0, 2.0, 1.0})
        if (factor * power >= width) step = factor * power;
    std::vector<double> ticks;
    // Ticks are multiples of the step, not sums, so that zero is exact and rounding errors do not
    // accumulate.
    constexpr double slack = 1e-9;
    for (double i = std::ceil(low / step - slack);
         i <= high / step + slack && ticks.size() <= most + 1; ++i)
        ticks.push_back(std::clamp(i == 0 ? 0.0 : i * step, low, high));
    return ticks;
}

std::vector<std::string> tick_labels(const std::vector<double>& ticks) {
    constexpr int enough = 6, all = 15;
    double largest = 0;
    for (const double tick : ticks) largest = std::max(largest, std::abs(tick));
    int digits = enough;
    if (ticks.size() > 1 && largest > 0) {
        const int first = static_cast<int>(std::floor(std::log10(largest))),
                  last = static_cast<int>(std::floor(std::log10(ticks[1] - ticks[0])));
        // Whole numbers are written without exponent if possible: 1234567800, not 1.2345678e+09.
        if (first - last + 1 > enough)
            digits = std::min(all, std::max(first - last + 1, first + 1));
    }
    std::vector<std::string> labels;
    for (const double tick : ticks) labels.push_back(to_text(tick, digits));
    return labels;
}

std::vector<double> ticks_with_room(double low, double high, std::size_t most, double length,
                                    double font_size) {
    constexpr double gap = 10;
    const auto have_room = [&](const std::vector<double>& ticks) {
        if (ticks.size() < 2) return true;
        const double apart = length * ((ticks[1] - ticks[0]) / (high - low));
        return widest(tick_labels(ticks), font_size) + gap <= apart;
    };
    std::vector<double> ticks = tick_positions(low, high, most);
    while (!have_room(ticks)) {
        std::vector<double> fewer;
        if (most > 1) fewer = tick_positions(low, high, --most);
        ticks = fewer.size() < 2 ? every_second(ticks) : std::move(fewer);
    }
    return ticks;
}

}  // namespace pgm::io::detail
