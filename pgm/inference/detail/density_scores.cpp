#include <pgm/inference/detail/density_scores.hpp>

#include <pgm/core/detail/normal.hpp>
#include <pgm/core/numbers.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pgm::detail {
namespace {

using Shape = DensityComponent::Shape;

/// The sum of a normal number and of uniform ones on intervals around 0.
struct Distance {
    double mean = 0;
    double variance = 0;                    ///< of the normal number
    double half_width = 0, other_half = 0;  ///< of the uniform ones; 0 where there are fewer
};

/// Adds X or -X, whose distribution is the component's.
void add(Distance& distance, const DensityComponent& component, double sign) {
    distance.mean += sign * component.mean;
    if (component.shape == Shape::normal)
        distance.variance += component.sd * component.sd;
    else
        (distance.half_width > 0 ? distance.other_half : distance.half_width) =
            component.sd * std::numbers::sqrt3;
}

/// P(|Z| <= |z|), with the sign of z, of a standard normal number Z.
double signed_probability(double z) {
    return std::erf(z / std::numbers::sqrt2);
}

double standard_normal_density(double z) {
    return std::exp(-0.5 * z * z - log_sqrt_two_pi);
}

/// E|W| of a normal number W.
double mean_size(double mean, double variance) {
    const double sd = std::sqrt(variance);
    if (!(sd > 0)) return std::abs(mean);
    const double z = mean / sd;
    return 2 * sd * standard_normal_density(z) + mean * signed_probability(z);
}

/// E(W |W|) / 2, of which E|W| is the derivative by the mean.
double mean_square(double mean, double variance) {
    const double sd = std::sqrt(variance);
    if (!(sd > 0)) return 0.5 * mean * std::abs(mean);
    const double z = mean / sd;
    return 0.5 * (mean * mean + variance) * signed_probability(z) +
           mean * sd * standard_normal_density(z);
}

/// |w|^3 / 6, of which w |w| / 2 is the derivative.
double cube(double w) {
    return std::abs(w * w * w) / 6;
}

/// E|D|: a uniform number takes the mean of its antiderivative over an interval.
double mean_size(const Distance& distance) {
    const auto& [mean, variance, a, b] = distance;
    if (!(a > 0)) return mean_size(mean, variance);
    if (variance == 0 && std::abs(mean) >= a + b) return std::abs(mean);
    if (!(b > 0))
        return (mean_square(mean + a, variance) - mean_square(mean - a, variance)) / (2 * a);
    return (cube(mean + a + b) - cube(mean + a - b) - cube(mean - a + b) + cube(mean - a - b)) /
           (4 * a * b);
}

}  // namespace

double log_density(const DensityComponent& component, double x) {
    if (component.sd == 0) return x == component.mean ? infinity : -infinity;
    if (component.shape == Shape::normal)
        return normal_log_density(x, component.mean, component.sd * component.sd);
    const double half_width = component.sd * std::numbers::sqrt3;
    return std::abs(x - component.mean) <= half_width ? -std::log(2 * half_width) : -infinity;
}

double log_density(std::span<const DensityComponent> components, double x) {
    double log = -infinity;
    for (const DensityComponent& component : components)
        if (component.weight > 0)
            log = log_sum_exp(log, std::log(component.weight) + log_density(component, x));
    return log;
}

double crps(std::span<const DensityComponent> components, double x) {
    double sum = 0;
    for (std::size_t i = 0; i < components.size(); ++i) {
        Distance from_truth{.mean = -x};
        add(from_truth, components[i], 1);
        sum += components[i].weight * mean_size(from_truth);
        for (std::size_t j = 0; j <= i; ++j) {
            Distance between;
            add(between, components[i], 1);
            add(between, components[j], -1);
            const double pairs = i == j ? 0.5 : 1.0;  // the pair (j, i) is the same
            sum -= pairs * components[i].weight * components[j].weight * mean_size(between);
        }
    }
    return std::max(sum, 0.0);
}

}  // namespace pgm::detail
