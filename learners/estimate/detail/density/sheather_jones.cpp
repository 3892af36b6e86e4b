#include <learners/estimate/detail/density/sheather_jones.hpp>

#include <learners/estimate/detail/density/tie_width.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace pgm::learners::detail {
namespace {

constexpr std::size_t most_exact_points = 300;
constexpr double grid_steps = 64;  // in s n^(-1/5), to which h is proportional
constexpr double reach = 9;        // beyond it the derivatives of phi are below 1e-12
constexpr double widest = 1.5;     // in s: more than a, b and any g(h) that solves the equation
constexpr double lowest = 1.0 / 8, highest = 4;  // in units of the reference
constexpr double precision = 1e-9;
const double normal_peak = 1 / std::sqrt(2 * std::numbers::pi);

/// The quantile of type 7 of Hyndman and Fan (1996), R's default: rows in ascending order are
/// numbered from 0, and the row of number (n - 1) p, between two neighbours, is interpolated.
double quantile(std::span<const WeightedPoint> points, double n, double p) {
    const double number = std::max(0.0, (n - 1) * p), below = std::floor(number);
    double seen = 0, lower = points.back().value;
    bool has_lower = false;
    for (const WeightedPoint& point : points) {
        seen += point.weight.value();
        if (!has_lower && seen > below) {
            lower = point.value;
            has_lower = true;
        }
        if (has_lower && seen > below + 1) return lower + (number - below) * (point.value - lower);
    }
    return lower + (number - below) * (points.back().value - lower);
}

double robust_scale(std::span<const WeightedPoint> points, double n) {
    constexpr double interquartile_range_of_normal = 1.349;
    double mean = 0, squares = 0;
    for (const WeightedPoint& point : points) mean += point.weight.value() / n * point.value;
    for (const WeightedPoint& point : points)
        squares += point.weight.value() * (point.value - mean) * (point.value - mean);
    const double deviation = std::sqrt(squares / (n - 1));
    const double range =
        (quantile(points, n, 0.75) - quantile(points, n, 0.25)) / interquartile_range_of_normal;
    return range > 0 ? std::min(deviation, range) : deviation;
}

/// How much weight the pairs of rows have at each distance, in both orders, rows with themselves
/// included.
class PairDistances {
public:
    /// Up to `largest`; `scale` is what the bandwidth is proportional to.
    PairDistances(std::span<const WeightedPoint> given, double scale, double largest) {
        const std::vector<SpreadPoint> points = spread(given, scale / grid_steps);
        if (points.size() <= most_exact_points)
            count_exactly(points, largest);
        else
            count_on_grid(points, scale / grid_steps, largest);
    }

    /// sum_ij w_i w_j derivative((x_i - x_j) / width).
    template <class Derivative>
    double sum(double width, Derivative derivative) const {
        double sum = 0;
        for (const Pair& pair : pairs_) {
            const double z = pair.distance / width;
            if (z < reach) sum += pair.weight * derivative(z * z) * std::exp(-z * z / 2);
        }
        return sum * normal_peak;
    }

private:
    struct Pair {
        double distance = 0, weight = 0;
    };

    struct SpreadPoint {
        double value = 0, weight = 0;
    };

    /// Equal values spread evenly over the interval that was rounded to them, no nearer to each
    /// other than a step. The intervals do not overlap.
    static std::vector<SpreadPoint> spread(std::span<const WeightedPoint> given, double step) {
        std::vector<SpreadPoint> points;
        for (std::size_t i = 0; i < given.size(); ++i) {
            const double weight = given[i].weight.value(), width = detail::tie_width(given, i);
            const double count = std::clamp(std::ceil(width / step), 1.0, std::ceil(weight));
            for (double k = 0; k < count; ++k)
                points.push_back(
                    {given[i].value + width * ((k + 0.5) / count - 0.5), weight / count});
        }
        return points;
    }

    void count_exactly(std::span<const SpreadPoint> points, double largest) {
        for (std::size_t i = 0; i < points.size(); ++i) {
            pairs_.push_back({0, points[i].weight * points[i].weight});
            for (std::size_t j = i + 1; j < points.size(); ++j) {
                const double distance = points[j].value - points[i].value;
                if (distance > largest) break;
                pairs_.push_back({distance, 2 * points[i].weight * points[j].weight});
            }
        }
    }

    void count_on_grid(std::span<const SpreadPoint> points, double step, double largest) {
        struct GridCell {
            double number = 0, weight = 0;
        };
        std::vector<GridCell> cells;
        for (const SpreadPoint& point : points) {
            const double number = std::round((point.value - points.front().value) / step);
            if (cells.empty() || cells.back().number != number) cells.push_back({number, 0});
            cells.back().weight += point.weight;
        }
        const double most = std::floor(largest / step);
        std::vector<double> weights(static_cast<std::size_t>(most) + 1, 0.0);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            weights[0] += cells[i].weight * cells[i].weight;
            for (std::size_t j = i + 1; j < cells.size(); ++j) {
                const double steps = cells[j].number - cells[i].number;
                if (steps > most) break;
                weights[static_cast<std::size_t>(steps)] += 2 * cells[i].weight * cells[j].weight;
            }
        }
        for (std::size_t k = 0; k < weights.size(); ++k)
            if (weights[k] > 0) pairs_.push_back({static_cast<double>(k) * step, weights[k]});
    }

    std::vector<Pair> pairs_;
};

/// The two sides of the equation that the bandwidth solves.
class BandwidthEquation {
public:
    BandwidthEquation(std::span<const WeightedPoint> points, double n, double scale)
        : n_(n),
          largest_width_(widest * scale),
          pairs_(points, scale * std::pow(n, -0.2), reach * largest_width_) {
        const double a = 1.24 * scale * std::pow(n, -1.0 / 7);
        const double b = 1.23 * scale * std::pow(n, -1.0 / 9);
        factor_ = 1.357 * std::pow(roughness(a) / roughness_of_derivative(b), 1.0 / 7);
    }

    /// The h whose g is the largest that the pairs allow.
    double largest() const { return std::pow(largest_width_ / factor_, 7.0 / 5); }

    /// Positive for an h below the solution, negative for one above.
    double excess(double h) const {
        const double g = factor_ * std::pow(h, 5.0 / 7);
        return std::pow(2 * std::sqrt(std::numbers::pi) * n_ * roughness(g), -0.2) - h;
    }

private:
    double roughness(double g) const {
        const double sum = pairs_.sum(g, [](double z2) { return (z2 - 6) * z2 + 3; });
        return sum / (n_ * (n_ - 1) * std::pow(g, 5));
    }

    double roughness_of_derivative(double b) const {
        const double sum = pairs_.sum(b, [](double z2) { return 15 - ((z2 - 15) * z2 + 45) * z2; });
        return sum / (n_ * (n_ - 1) * std::pow(b, 7));
    }

    double n_;
    double largest_width_;
    PairDistances pairs_;
    double factor_ = 0;
};

}  // namespace

double total_weight(std::span<const WeightedPoint> points) {
    double total = 0;
    for (const WeightedPoint& point : points) total += point.weight.value();
    return total;
}

std::optional<double> sheather_jones_bandwidth(std::span<const WeightedPoint> points,
                                               double reference) {
    const double n = total_weight(points);
    if (points.size() < 2 || !(n > 1)) return std::nullopt;
    // Relative to the reference, so that no fifth or seventh power leaves the range of doubles.
    std::vector<WeightedPoint> scaled(points.begin(), points.end());
    for (WeightedPoint& point : scaled) point.value /= reference;
    const double scale = robust_scale(scaled, n);
    if (!(scale > 0) || !std::isfinite(scale)) return std::nullopt;
    const BandwidthEquation equation(scaled, n, scale);
    double low = lowest, high = std::min(highest, equation.largest());
    if (!(low < high)) return std::nullopt;
    if (!(equation.excess(low) > 0) || !(equation.excess(high) < 0)) return std::nullopt;
    while (high - low > precision * high) {
        const double middle = (low + high) / 2;
        (equation.excess(middle) > 0 ? low : high) = middle;
    }
    return (low + high) / 2 * reference;
}

}  // namespace pgm::learners::detail
