#include <learners/estimate/bandwidth.hpp>

#include <pgm/core/numbers.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::learners {
namespace {

using Kernel = KernelDensityCpd::Kernel;

constexpr std::size_t most_points = 1000;
constexpr int smallest_step = -10;     // 2^(-10/2) = 1/32
constexpr int largest_step = 4;        // 2^(4/2) = 4
constexpr int refinements = 20;        // golden section: 0.618^20 < 1e-4
constexpr double gaussian_reach = 39;  // beyond it exp(-z^2/2) is 0 in doubles
constexpr double rounding = 1e-12;  // relative: nearer numbers are one number, computed in two ways

struct Points {
    std::vector<double> x;
    std::vector<double> w;
    double total = 0;
};

Points thinned(std::span<const WeightedPoint> points) {
    const std::size_t step = (points.size() + most_points - 1) / most_points;
    Points chosen;
    for (std::size_t i = 0; i < points.size(); i += std::max<std::size_t>(step, 1)) {
        chosen.x.push_back(points[i].value);
        chosen.w.push_back(points[i].weight.value());
        chosen.total += chosen.w.back();
    }
    return chosen;
}

bool are_duplicates(double low, double high) {
    return high - low <= rounding * std::max(std::abs(low), std::abs(high));
}

/// The log-likelihood of a bandwidth with each value left out of its own density, without what does
/// not depend on the bandwidth.
double likelihood(const Points& points, Kernel kernel, double h) {
    const std::size_t size = points.x.size();
    std::vector<double> density(size);
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = i + 1; j < size; ++j) {
            const double z = (points.x[j] - points.x[i]) / h;
            if (z > (kernel == Kernel::gaussian ? gaussian_reach : 1.0)) break;
            if (are_duplicates(points.x[i], points.x[j])) continue;
            const double k = kernel == Kernel::gaussian ? std::exp(-z * z / 2) : 1;
            density[i] += points.w[j] * k;
            density[j] += points.w[i] * k;
        }
    }
    double sum = 0;
    for (std::size_t i = 0; i < size; ++i)
        sum += points.w[i] * (std::log(density[i]) - std::log(h));
    return sum;
}

/// The maximum between two bandwidths, on a logarithmic scale.
double golden_section(const Points& points, Kernel kernel, double low, double high) {
    const double ratio = (std::sqrt(5.0) - 1) / 2;
    double a = std::log(low), b = std::log(high);
    double left = b - ratio * (b - a), right = a + ratio * (b - a);
    double at_left = likelihood(points, kernel, std::exp(left)),
           at_right = likelihood(points, kernel, std::exp(right));
    for (int i = 0; i < refinements; ++i) {
        if (at_left >= at_right) {
            b = right;
            right = left;
            at_right = at_left;
            left = b - ratio * (b - a);
            at_left = likelihood(points, kernel, std::exp(left));
        } else {
            a = left;
            left = right;
            at_left = at_right;
            right = a + ratio * (b - a);
            at_right = likelihood(points, kernel, std::exp(right));
        }
    }
    return std::exp((a + b) / 2);
}

}  // namespace

double normal_reference_bandwidth(double standard_deviation, double n, std::size_t dimensions) {
    const auto d = static_cast<double>(dimensions);
    return std::pow(4 / (d + 2), 1 / (d + 4)) * standard_deviation * std::pow(n, -1 / (d + 4));
}

double cross_validated_bandwidth(std::span<const WeightedPoint> points, Kernel kernel,
                                 double reference) {
    double weight = 0;
    for (const WeightedPoint& point : points) weight += point.weight.value();
    const Points chosen = thinned(points);
    if (chosen.x.size() < 2) return reference;
    const double scaled = reference * std::pow(weight / chosen.total, 0.2);
    const auto step = [&](int k) { return scaled * std::exp2(k / 2.0); };
    double best = -infinity;
    int best_step = smallest_step - 1;
    for (int k = smallest_step; k <= largest_step; ++k) {
        const double value = likelihood(chosen, kernel, step(k));
        if (value > best) {
            best = value;
            best_step = k;
        }
    }
    if (best_step < smallest_step) return reference;
    const double found =
        golden_section(chosen, kernel, step(std::max(best_step - 1, smallest_step)),
                       step(std::min(best_step + 1, largest_step)));
    // Within a step that holds no maximum (a tophat's likelihood jumps) the grid point may be
    // better than what the section ends at.
    const double h = likelihood(chosen, kernel, found) >= best ? found : step(best_step);
    return h * std::pow(chosen.total / weight, 0.2);
}

}  // namespace pgm::learners
