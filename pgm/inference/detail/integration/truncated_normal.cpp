#include <pgm/inference/detail/integration/truncated_normal.hpp>

#include <pgm/core/detail/normal.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::detail {
namespace {

/// Integrals of exp(-x^2 / 2 - slope x) and its products with x and x^2 over an interval.
struct Integrals {
    double total = 0, first = 0, second = 0;

    Integrals(double low, double high, double slope, int pieces) {
        const double half = 0.5 * (high - low) / pieces;
        for (int piece = 0; piece < pieces; ++piece) {
            const double center = low + (2 * piece + 1) * half;
            for (const auto& [abscissa, weight] : gauss_legendre_16)
                for (const double x : {center - abscissa * half, center + abscissa * half}) {
                    const double mass = weight * std::exp(-0.5 * x * x - slope * x);
                    total += mass;
                    first += mass * x;
                    second += mass * x * x;
                }
        }
    }

    double mean() const { return first / total; }
    double variance() const { return second / total - mean() * mean(); }
};

/// The moments of a standard normal variable between two bounds.
TruncatedNormal standard(double low, double high, double log_probability) {
    const double half = 0.5 * (high - low), center = low + half;
    if (half * (1 + std::abs(center)) < 1) {
        const Integrals narrow(-half, half, center, 1);
        return {log_probability, center + narrow.mean(), narrow.variance()};
    }
    constexpr double far = 5;
    if (low > far || high < -far) {
        // Nearly exponential, from the bound that is nearer to the mean on.
        const double side = low > far ? 1 : -1, near = low > far ? low : -high;
        const Integrals tail(0, std::min(high - low, 60 / near), near, 8);
        return {log_probability, side * (near + tail.mean()), tail.variance()};
    }
    const auto density_at = [&](double z) {
        return std::isinf(z) ? 0 : std::exp(-0.5 * z * z - log_sqrt_two_pi - log_probability);
    };
    const auto product_at = [&](double z) { return std::isinf(z) ? 0 : z * density_at(z); };
    const double mean = density_at(low) - density_at(high);
    return {log_probability, mean, 1 + product_at(low) - product_at(high) - mean * mean};
}

}  // namespace

TruncatedNormal truncated_normal(double mean, double variance, const Interval& interval,
                                 bool needs_moments) {
    const double sd = std::sqrt(variance);
    const double low = (interval.above - mean) / sd, high = (interval.up_to - mean) / sd;
    const double log_probability = log_normal_probability({low, high});
    if (!needs_moments || log_probability == -infinity) return {log_probability, mean, 0};
    TruncatedNormal part = standard(low, high, log_probability);
    part.mean = mean + sd * part.mean;
    part.variance = variance * std::max(part.variance, 0.0);
    return part;
}

}  // namespace pgm::detail
