#include <pgm/core/error.hpp>
#include <pgm/inference/continuous_posterior.hpp>
#include <pgm/inference/detail/integration/chebyshev.hpp>
#include <pgm/inference/detail/integration/truncated_normal.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgm {

using namespace detail;

static_assert(TabulatedDensity::terms == chebyshev_points);

double TabulatedDensity::Panel::density(double x) const {
    return std::max(chebyshev_sum(coefficients, chebyshev_argument(low, high, x)), 0.0);
}

/// The rule is exact for polynomials of this degree, and loses no digits on narrow intervals.
double TabulatedDensity::Panel::integral(double from, double to) const {
    const double half = 0.5 * (to - from), center = from + half;
    double sum = 0;
    for (const auto& [abscissa, weight] : gauss_legendre_16)
        sum += weight * (density(center - half * abscissa) + density(center + half * abscissa));
    return half * sum;
}

TabulatedDensity::TabulatedDensity(std::vector<Panel> panels) : panels_(std::move(panels)) {
    double total = 0;
    for (std::size_t i = 0; i < panels_.size(); ++i) {
        const Panel& panel = panels_[i];
        const bool fits = std::isfinite(panel.low) && std::isfinite(panel.high) &&
                          panel.low < panel.high && (i == 0 || panels_[i - 1].high <= panel.low);
        if (!fits) throw ArgumentError("the panels of a density need finite ends that ascend");
        total += panel.integral(panel.low, panel.high);
    }
    if (!(total > 0 && std::isfinite(total)))
        throw ArgumentError("a density needs an integral that is positive and finite");
    for (Panel& panel : panels_)
        for (double& coefficient : panel.coefficients) coefficient /= total;
    below_.assign(panels_.size(), 0);
    above_.assign(panels_.size(), 0);
    std::vector<double> parts;
    for (const Panel& panel : panels_) parts.push_back(panel.integral(panel.low, panel.high));
    for (std::size_t i = 1; i < parts.size(); ++i) below_[i] = below_[i - 1] + parts[i - 1];
    for (std::size_t i = parts.size() - 1; i > 0; --i) above_[i - 1] = above_[i] + parts[i];
}

/// The last one that begins at x or before; the number of panels where there is none.
std::size_t TabulatedDensity::panel_at(double x) const {
    const auto after = std::ranges::upper_bound(panels_, x, {}, &Panel::low);
    return after == panels_.begin() ? panels_.size()
                                    : static_cast<std::size_t>(after - panels_.begin()) - 1;
}

double TabulatedDensity::density(double x) const {
    const std::size_t i = panel_at(x);
    return i < panels_.size() && x <= panels_[i].high ? panels_[i].density(x) : 0;
}

double TabulatedDensity::probability(const Interval& interval) const {
    if (panels_.empty() || !(interval.above < interval.up_to)) return 0;
    const double low = std::max(interval.above, panels_.front().low);
    const double high = std::min(interval.up_to, panels_.back().high);
    if (!(low < high)) return 0;
    const std::size_t first = panel_at(low), last = panel_at(high);
    const double from_low = std::min(low, panels_[first].high),
                 to_high = std::min(high, panels_[last].high);
    if (first == last) return panels_[first].integral(from_low, to_high);
    // The difference of the smaller sums loses the fewest digits.
    const double between = below_[last] < above_[first] ? below_[last] - below_[first + 1]
                                                        : above_[first] - above_[last - 1];
    return panels_[first].integral(from_low, panels_[first].high) + between +
           panels_[last].integral(panels_[last].low, to_high);
}

Interval TabulatedDensity::quantile_range(double p) const {
    const auto is_past = [&](std::size_t i) {
        return p > 0.5 ? above_[i] <= 1 - p : i + 1 == panels_.size() || below_[i + 1] >= p;
    };
    std::size_t i = 0;
    while (i + 1 < panels_.size() && !is_past(i)) ++i;
    return {panels_[i].low, panels_[i].high};
}

/// The greatest of the values at the points, then golden sections between its neighbours, which may
/// be in other panels.
double TabulatedDensity::mode() const {
    if (panels_.empty()) return 0;
    // Panels have points at their ends, where two of them meet: the greater value counts there.
    double x = panels_.front().low, there = -1, before = x;
    double best = x, greatest = -1, low = x, high = x;
    const auto end_point = [&](double next) {
        if (there > greatest) {
            greatest = there;
            best = x;
            low = before;
            high = next;
        }
        before = x;
    };
    for (const Panel& panel : panels_) {
        for (std::size_t i = terms; i-- > 0;) {
            const double next =
                panel.low + 0.5 * (panel.high - panel.low) * (1 + chebyshev_nodes()[i]);
            if (next > x) {
                end_point(next);
                x = next;
                there = -1;
            }
            there = std::max(there, panel.density(next));
        }
    }
    end_point(x);
    constexpr double section = 0.38196601125010515;
    constexpr int steps = 80;
    for (int step = 0; step < steps; ++step) {
        const double a = low + section * (high - low), b = high - section * (high - low);
        const bool goes_left = density(a) >= density(b);
        (goes_left ? high : low) = goes_left ? b : a;
    }
    const double middle = 0.5 * (low + high);
    return density(middle) >= greatest ? middle : best;
}

}  // namespace pgm
