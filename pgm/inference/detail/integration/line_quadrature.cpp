#include <pgm/inference/detail/integration/line_quadrature.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace pgm::detail {
namespace {

using QuadraturePanel = PanelledFunction::QuadraturePanel;
constexpr std::size_t points = PanelledFunction::points;
constexpr double epsilon = std::numeric_limits<double>::epsilon();

struct ClenshawCurtis {
    std::array<double, points> weights;

    ClenshawCurtis() {
        constexpr std::size_t n = points - 1;
        for (std::size_t i = 0; i <= n; ++i) {
            const double angle = std::numbers::pi * static_cast<double>(i) / n;
            double sum = 1;
            for (std::size_t k = 1; k <= n / 2; ++k) {
                const auto even = static_cast<double>(2 * k);
                sum -= (2 * k == n ? 1 : 2) * std::cos(even * angle) / (even * even - 1);
            }
            weights[i] = (i == 0 || i == n ? 1 : 2) * sum / n;
        }
    }
};

const ClenshawCurtis& rule() {
    static const ClenshawCurtis rule;
    return rule;
}

/// One integration: what the cuts say first, then the panels between them.
class Integration {
public:
    Integration(const LogFunction& log_function, std::vector<double> cuts, std::size_t most,
                Purpose purpose)
        : log_function_(log_function), cuts_(std::move(cuts)), most_(most), purpose_(purpose) {}

    PanelledFunction run() {
        for (const double cut : cuts_) logs_.push_back(log(cut));
        refine_modes();
        set_scale();
        if (scale_ == -infinity) return std::move(result_);
        result_.log_scale = scale_;
        const std::vector<QuadraturePanel> first = first_panels();
        for (const QuadraturePanel& panel : first) total_ += panel.integral();
        for (const QuadraturePanel& panel : first) divide(panel);
        finish();
        return std::move(result_);
    }

private:
    double log(double x) {
        ++result_.evaluations;
        return log_function_(x);
    }

    /// How much a panel between cuts is worth, in logarithms, judged by its ends.
    double worth(std::size_t i) const {
        const double higher = std::max(logs_[i], logs_[i + 1]);
        return higher == -infinity ? higher : higher + std::log(cuts_[i + 1] - cuts_[i]);
    }

    /// The logarithm of a value that makes the values of the panels neither overflow nor vanish.
    void set_scale() {
        scale_ = -infinity;
        double worth_most = -infinity;
        for (std::size_t i = 0; i + 1 < cuts_.size(); ++i) {
            if (!(worth(i) > worth_most)) continue;
            worth_most = worth(i);
            scale_ = std::max(logs_[i], logs_[i + 1]);
            top_ = cuts_[i];
            width_ = cuts_[i + 1] - cuts_[i];
        }
        worth_most_ = worth_most;
    }

    void refine_modes() {
        set_scale();
        const std::vector<double> cuts = cuts_, logs = logs_;
        std::vector<std::pair<double, double>> more;
        for (std::size_t i = 1; i + 1 < cuts.size(); ++i)
            if (logs[i] > -infinity && logs[i] > logs[i - 1] && logs[i] >= logs[i + 1])
                refine_mode(cuts[i - 1], cuts[i], cuts[i + 1], logs[i], more);
        for (const auto& [cut, log] : more) add_cut(cut, log);
    }

    void add_cut(double cut, double log) {
        const auto at = std::ranges::lower_bound(cuts_, cut);
        if (at != cuts_.end() && *at == cut) return;
        logs_.insert(logs_.begin() + (at - cuts_.begin()), log);
        cuts_.insert(at, cut);
    }

    /// Golden sections towards the top, then cuts on both sides of it where the function has fallen
    /// by a factor e, 2 e, and so on up to the neighbours.
    void refine_mode(double low, double top, double high, double log_top,
                     std::vector<std::pair<double, double>>& more) {
        constexpr double section = 0.38196601125010515;
        constexpr int most_steps = 90;
        const double first_low = low, first_high = high;
        for (int step = 0; step < most_steps; ++step) {
            const bool is_right = high - top > top - low;
            const double x = is_right ? top + section * (high - top) : top - section * (top - low);
            if (x == top || !(x > low && x < high)) break;
            const double log_x = log(x);
            const double fall = std::abs(log_top - log_x);
            if (log_x > log_top) {
                (is_right ? low : high) = top;
                top = x;
                log_top = log_x;
            } else {
                (is_right ? high : low) = x;
            }
            if (fall < 0.01 && step > 8) break;
        }
        more.emplace_back(top, log_top);
        for (const double end : {first_low, first_high}) {
            double distance = end - top;
            for (int step = 0; step < most_steps && top + 0.5 * distance != top; ++step) {
                const double log_there = log(top + 0.5 * distance);
                distance *= 0.5;
                more.emplace_back(top + distance, log_there);
                if (log_there > log_top - 1) break;
            }
        }
    }

    QuadraturePanel evaluated(double low, double high) {
        QuadraturePanel panel{low, high, {}};
        constexpr double most_log = 690, least_log = -40;
        for (std::size_t i = 0; i < points; ++i) {
            const double above = log(panel.node(i)) - scale_;
            if (above > least_log) largest_log_ = std::max(largest_log_, std::abs(above + scale_));
            panel.values[i] = std::exp(std::min(above, most_log));
        }
        return panel;
    }

    /// Without those that are worth nothing at both ends, also in the second moment around the one
    /// that is worth most.
    std::vector<QuadraturePanel> first_panels() {
        constexpr double negligible = 60;
        std::vector<QuadraturePanel> panels;
        for (std::size_t i = 0; i + 1 < cuts_.size(); ++i) {
            const double widths =
                (std::abs(cuts_[i] - top_) + std::abs(cuts_[i + 1] - top_)) / width_;
            if (!(worth(i) + 2 * std::log1p(widths) > worth_most_ - negligible)) continue;
            panels.push_back(evaluated(cuts_[i], cuts_[i + 1]));
        }
        return panels;
    }

    /// Halves the panel until that changes nothing.
    void divide(const QuadraturePanel& whole) {
        std::vector<QuadraturePanel> open{whole};
        while (!open.empty()) {
            const QuadraturePanel panel = open.back();
            open.pop_back();
            const double integral = panel.integral();
            const double middle = panel.low + 0.5 * (panel.high - panel.low);
            const bool is_point = !(middle > panel.low && middle < panel.high);
            if (is_point || result_.evaluations > most_) {
                error_ += std::abs(integral);
                keep(panel, integral);
                continue;
            }
            QuadraturePanel left = evaluated(panel.low, middle),
                            right = evaluated(middle, panel.high);
            const double of_left = left.integral(), of_right = right.integral();
            const double change = std::abs(of_left + of_right - integral);
            // Values of which the logarithm is large are not known better than this.
            const double noise = 4 * epsilon * largest_log_ * std::abs(of_left + of_right);
            const bool is_enough = purpose_ == Purpose::integral ||
                                   (is_resolved(left, of_left) && is_resolved(right, of_right));
            if (change <= std::max(tolerance * total_, noise) && is_enough) {
                error_ += change;
                keep(left, of_left);
                keep(right, of_right);
            } else {
                open.push_back(right);
                open.push_back(left);
            }
        }
    }

    /// True if the polynomial through the values is the function.
    bool is_resolved(const QuadraturePanel& panel, double integral) const {
        if (integral <= negligible_part * total_) return true;
        const double remainder = chebyshev_remainder(chebyshev_coefficients(panel.values));
        const auto [least, most] = std::ranges::minmax(panel.values);
        // Where the density is steep its values are not known better than x is.
        const double logs = least > 0 ? std::log(most / least) : 0;
        const double place = std::max(std::abs(panel.low), std::abs(panel.high));
        const double rounding =
            4 * epsilon * (largest_log_ + logs * place / (panel.high - panel.low));
        return remainder <= std::max(resolution, rounding) * most ||
               remainder * (panel.high - panel.low) <= negligible_part * total_;
    }

    void keep(const QuadraturePanel& panel, double integral) {
        if (!(integral > 0)) return;
        result_.panels.push_back(panel);
        sum_ += integral;
    }

    void finish() {
        if (!(sum_ > 0)) return;
        result_.log_integral = scale_ + std::log(sum_);
        result_.relative_error = error_ / sum_;
        const auto matters = [&](std::size_t end) {
            return cuts_.size() > 1 && std::abs(cuts_[end]) >= farthest &&
                   logs_[end] + std::log(farthest) > result_.log_integral + std::log(1e-11);
        };
        result_.comes_to_an_end = !matters(0) && !matters(cuts_.size() - 1);
    }

    static constexpr double tolerance = 1e-14, resolution = 1e-12, negligible_part = 1e-25;
    static constexpr double farthest = 0x1p1000;

    const LogFunction& log_function_;
    std::vector<double> cuts_, logs_;
    std::size_t most_;
    Purpose purpose_;
    double scale_ = -infinity, worth_most_ = -infinity, largest_log_ = 0;
    double top_ = 0, width_ = 1;  ///< of the panel that is worth most
    double total_ = 0, sum_ = 0, error_ = 0;
    PanelledFunction result_;
};

}  // namespace

double QuadraturePanel::node(std::size_t i) const {
    if (i == 0) return high;
    if (i + 1 == points) return low;
    return low + 0.5 * (high - low) * (1 + chebyshev_nodes()[i]);
}

double QuadraturePanel::weight(std::size_t i) const {
    return 0.5 * (high - low) * rule().weights[i];
}

double QuadraturePanel::integral() const {
    double sum = 0;
    for (std::size_t i = 0; i < points; ++i) sum += weight(i) * values[i];
    return sum;
}

bool PanelledFunction::covers(double x) const {
    const auto after = std::ranges::upper_bound(panels, x, {}, &QuadraturePanel::low);
    return after != panels.begin() && x <= std::prev(after)->high;
}

/// Calls `body` with a place and its part of the whole integral. Weights have the width of their
/// panel in them, so that their products with squares of distances would be third powers.
template <class Body>
void PanelledFunction::for_each_part(Body&& body) const {
    double sum = 0;
    for (const QuadraturePanel& panel : panels) sum += panel.integral();
    for (const QuadraturePanel& panel : panels) {
        for (std::size_t i = 0; i < points; ++i) {
            const double part = panel.weight(i) * panel.values[i] / sum;
            if (part > 0) body(panel.node(i), part);
        }
    }
}

double PanelledFunction::mean() const {
    double mean = 0;
    for_each_part([&](double x, double part) { mean += part * x; });
    return mean;
}

double PanelledFunction::sd() const {
    const double center = mean();
    double farthest = 0, squares = 0;
    for_each_part([&](double x, double) { farthest = std::max(farthest, std::abs(x - center)); });
    if (farthest == 0) return 0;
    for_each_part([&](double x, double part) {
        const double distance = (x - center) / farthest;
        squares += part * distance * distance;
    });
    return farthest * std::sqrt(squares);
}

bool PanelledFunction::has_moments() const {
    constexpr double far = 0x1p400;
    double squares = 0, of_far = 0;
    const double center = mean();
    for_each_part([&](double x, double part) {
        const double distance = x - center, square = part * distance * distance;
        squares += square;
        if (std::abs(distance) > far) of_far += square;
    });
    return std::isfinite(squares) && of_far <= 1e-10 * squares;
}

PanelledFunction integrate(const LogFunction& log_function, std::vector<double> cuts,
                           std::size_t most_evaluations, Purpose purpose) {
    return Integration(log_function, std::move(cuts), most_evaluations, purpose).run();
}

std::vector<double> cuts_everywhere(std::size_t parts) {
    std::vector<double> cuts{0};
    constexpr int farthest = 1000, first_dense = -30, last_dense = 40;
    const auto add = [&](double cut) {
        cuts.push_back(cut);
        cuts.push_back(-cut);
    };
    for (int exponent = -farthest; exponent < farthest; ++exponent) {
        const bool is_dense = exponent >= first_dense && exponent < last_dense;
        if (!is_dense && exponent % 4 != 0) continue;
        for (std::size_t part = 0; part < (is_dense ? parts : 1); ++part)
            add(std::ldexp(1 + static_cast<double>(part) / static_cast<double>(parts), exponent));
    }
    add(std::ldexp(1.0, farthest));
    std::ranges::sort(cuts);
    return cuts;
}

void add_cuts_around(double place, double width, std::vector<double>& cuts) {
    cuts.push_back(place);
    if (!(width < infinity)) return;
    for (double distance = width / 8; distance > 0 && distance <= 16 * width; distance *= 2) {
        cuts.push_back(place - distance);
        cuts.push_back(place + distance);
    }
}

void keep_inside(const Interval& interval, std::vector<double>& cuts) {
    cuts.push_back(interval.above);
    cuts.push_back(interval.up_to);
    std::erase_if(cuts, [&](double cut) {
        return !std::isfinite(cut) || cut < interval.above || cut > interval.up_to;
    });
    std::ranges::sort(cuts);
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
}

}  // namespace pgm::detail
