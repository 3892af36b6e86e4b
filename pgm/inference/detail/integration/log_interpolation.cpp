#include <pgm/inference/detail/integration/log_interpolation.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pgm::detail {

LogInterpolation::LogInterpolation(const LogFunction& log_function,
                                   const std::vector<double>& cuts) {
    std::vector<double> logs;
    for (const double cut : cuts) logs.push_back(log_function(cut));
    if (!logs.empty()) top_ = *std::ranges::max_element(logs);
    if (top_ == -infinity) return;
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i)
        add(log_function, cuts[i], cuts[i + 1], logs[i], logs[i + 1], 0);
}

/// A panel that is negligible at both ends is so inside, as the maximum is elsewhere.
void LogInterpolation::add(const LogFunction& log_function, double low, double high, double log_low,
                           double log_high, int halvings) {
    constexpr double negligible = 60, widest_range = 4 * negligible, tolerance = 1e-12;
    constexpr int most_halvings = 50;
    constexpr std::size_t most_values = 20'000;
    if (std::max(log_low, log_high) < top_ - negligible) return;
    const auto node = [&](std::size_t i) {
        return low + 0.5 * (high - low) * (1 + chebyshev_nodes()[i]);
    };
    ChebyshevValues logs{log_high};
    logs.back() = log_low;
    for (std::size_t i = 1; i + 1 < logs.size(); ++i) logs[i] = log_function(node(i));
    const auto [least, most] = std::ranges::minmax(logs);
    const LogPanel panel{low, high, chebyshev_coefficients(logs)};
    const double middle = node(logs.size() / 2);
    values_ += logs.size();
    const bool is_smallest =
        values_ > most_values || halvings == most_halvings || !(low < middle && middle < high);
    // Of a steep logarithm only the part near the maximum counts, and rounding of x is seen there.
    const double range = most - least;
    const double rounding =
        4 * std::numeric_limits<double>::epsilon() *
        (std::abs(most) + range * (1 + std::max(std::abs(low), std::abs(high)) / (high - low)));
    const bool is_resolved = range < widest_range && chebyshev_remainder(panel.coefficients) <=
                                                         std::max(tolerance, rounding);
    if (is_resolved || (is_smallest && range < widest_range)) {
        panels_.push_back(panel);
    } else if (!is_smallest) {
        const double log_middle = logs[logs.size() / 2];
        add(log_function, low, middle, log_low, log_middle, halvings + 1);
        add(log_function, middle, high, log_middle, log_high, halvings + 1);
    }
}

double LogInterpolation::operator()(double x) const {
    const auto after = std::ranges::upper_bound(panels_, x, {}, &LogPanel::low);
    if (after == panels_.begin() || !(x <= std::prev(after)->high)) return -infinity;
    const auto& [low, high, coefficients] = *std::prev(after);
    return chebyshev_sum(coefficients, chebyshev_argument(low, high, x));
}

std::vector<double> LogInterpolation::cuts() const {
    std::vector<double> cuts;
    for (const LogPanel& panel : panels_) {
        cuts.push_back(panel.low);
        cuts.push_back(panel.high);
    }
    keep_inside({}, cuts);
    return cuts;
}

}  // namespace pgm::detail
