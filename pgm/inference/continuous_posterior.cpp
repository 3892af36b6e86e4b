#include <pgm/inference/continuous_posterior.hpp>

#include <pgm/core/detail/normal.hpp>
#include <pgm/core/error.hpp>
#include <pgm/inference/detail/density_scores.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace pgm {
namespace {

using Shape = DensityComponent::Shape;

/// P(Z > z) of a standard normal variable.
double upper_tail(double z) {
    return 0.5 * std::erfc(z / std::numbers::sqrt2);
}

double half_width(const DensityComponent& component) {
    return component.sd * std::numbers::sqrt3;
}

bool is_point_mass(const DensityComponent& component) {
    return component.sd == 0;
}

double probability_of(const DensityComponent& component, const Interval& interval) {
    const auto& [above, up_to] = interval;
    if (is_point_mass(component)) return above < component.mean && component.mean <= up_to;
    if (component.shape == Shape::uniform) {
        const double low = std::max(above, component.mean - half_width(component));
        const double high = std::min(up_to, component.mean + half_width(component));
        return low < high ? (high - low) / (2 * half_width(component)) : 0;
    }
    const double low = (above - component.mean) / component.sd;
    const double high = (up_to - component.mean) / component.sd;
    // The difference of the smaller tails loses the fewest digits.
    return low > 0 ? upper_tail(low) - upper_tail(high) : upper_tail(-high) - upper_tail(-low);
}

double density_of(const DensityComponent& component, double x) {
    if (is_point_mass(component)) return x == component.mean ? infinity : 0;
    if (component.shape == Shape::uniform)
        return std::abs(x - component.mean) <= half_width(component) ? 0.5 / half_width(component)
                                                                     : 0;
    return std::exp(detail::normal_log_density(x, component.mean, component.sd * component.sd));
}

double quantile_of(const DensityComponent& component, double p) {
    if (component.shape == Shape::uniform)
        return component.mean + (2 * p - 1) * half_width(component);
    return component.mean + component.sd * detail::normal_quantile(p);
}

void require_probability(double p, const char* what) {
    if (p > 0 && p < 1) return;
    throw ArgumentError(std::string(what) + " needs a probability between 0 and 1");
}

void require_distribution(const DensityComponent& component) {
    const bool fits = component.weight > 0 && std::isfinite(component.weight) &&
                      std::isfinite(component.mean) && component.sd >= 0 &&
                      std::isfinite(component.sd);
    if (!fits)
        throw ArgumentError(
            "a component of a density needs a positive weight, a finite mean and a "
            "standard deviation that is not negative");
}

bool are_close(double a, double b, double size) {
    return std::abs(a - b) <= 1e-11 * (std::abs(a) + size);
}

/// Sorts components by their means and makes one of those that are equal to rounding. Equal ones
/// need not be neighbours by their means alone, so those of nearly equal means are compared by their
/// standard deviations.
void merge_equal(std::vector<DensityComponent>& components) {
    std::ranges::sort(components, {}, &DensityComponent::mean);
    std::size_t kept = 0;
    for (std::size_t begin = 0, end = 0; begin < components.size(); begin = end) {
        while (++end < components.size() &&
               are_close(components[end - 1].mean, components[end].mean,
                         std::max(components[end - 1].sd, components[end].sd))) {
        }
        std::ranges::sort(components.begin() + static_cast<std::ptrdiff_t>(begin),
                          components.begin() + static_cast<std::ptrdiff_t>(end), {},
                          [](const DensityComponent& c) { return std::pair(c.shape, c.sd); });
        components[kept++] = components[begin];
        for (std::size_t i = begin + 1; i < end; ++i) {
            DensityComponent& last = components[kept - 1];
            if (last.shape == components[i].shape && are_close(last.sd, components[i].sd, 0))
                last.weight += components[i].weight;
            else
                components[kept++] = components[i];
        }
    }
    components.resize(kept);
}

/// Climbs the density from x by the fixed point of its gradient, a mean of the means: each step of
/// a mixture of normal distributions goes uphill (Carreira-Perpinan 2000, "Mode-finding for
/// mixtures of Gaussian distributions").
double climbed(std::span<const DensityComponent> components, double x) {
    constexpr int most_steps = 1000;
    for (int step = 0; step < most_steps; ++step) {
        double sum = 0, weighted = 0;
        for (const DensityComponent& component : components) {
            if (component.shape == Shape::uniform || is_point_mass(component)) continue;
            const double pull =
                component.weight * density_of(component, x) / (component.sd * component.sd);
            sum += pull;
            weighted += pull * (component.mean - x);
        }
        if (!(sum > 0)) return x;
        const double next = x + weighted / sum;
        if (std::abs(next - x) <= 1e-15 * std::abs(x)) return next;
        x = next;
    }
    return x;
}

}  // namespace

ContinuousPosterior::ContinuousPosterior(VariableId variable,
                                         std::vector<DensityComponent> components,
                                         double log_evidence)
    : variable_(variable), components_(std::move(components)), log_evidence_(log_evidence) {
    if (components_.empty()) throw ArgumentError("a density needs a component");
    std::ranges::for_each(components_, require_distribution);
    merge_equal(components_);
    const double total = std::accumulate(
        components_.begin(), components_.end(), 0.0,
        [](double sum, const DensityComponent& component) { return sum + component.weight; });
    for (DensityComponent& component : components_) component.weight /= total;
}

std::span<const DensityComponent> ContinuousPosterior::components() const {
    if (impossible())
        throw ImpossibleEvidenceError("the evidence has probability zero: there is no posterior");
    return components_;
}

double ContinuousPosterior::mean() const {
    double mean = 0;
    for (const DensityComponent& component : components())
        mean += component.weight * component.mean;
    return mean;
}

double ContinuousPosterior::variance() const {
    const double center = mean();
    double variance = 0;
    for (const DensityComponent& component : components_) {
        const double distance = component.mean - center;
        variance += component.weight * (component.sd * component.sd + distance * distance);
    }
    return variance;
}

double ContinuousPosterior::sd() const {
    return std::sqrt(variance());
}

double ContinuousPosterior::probability(const Interval& interval) const {
    double sum = 0;
    if (!(interval.above < interval.up_to)) {
        components();
        return 0;
    }
    for (const DensityComponent& component : components())
        sum += component.weight * probability_of(component, interval);
    return std::min(sum, 1.0);
}

double ContinuousPosterior::density(double x) const {
    double sum = 0;
    for (const DensityComponent& component : components())
        sum += component.weight * density_of(component, x);
    return sum;
}

double ContinuousPosterior::log_density(double x) const {
    return detail::log_density(components(), x);
}

double ContinuousPosterior::crps(double x) const {
    return detail::crps(components(), x);
}

/// The quantile is between those of the components. Newton's steps, and halves where a step leaves
/// what is known to hold it or gains too little.
double ContinuousPosterior::quantile(double p) const {
    require_probability(p, "a quantile");
    double low = infinity, high = -infinity;
    for (const DensityComponent& component : components()) {
        low = std::min(low, quantile_of(component, p));
        high = std::max(high, quantile_of(component, p));
    }
    const bool is_upper = p > 0.5;
    // What the distribution function is too high by, from the smaller of the two sides.
    const auto excess = [&](double x) {
        return is_upper ? (1 - p) - probability({.above = x}) : probability({.up_to = x}) - p;
    };
    const auto slope = [&](double x) {
        double sum = 0;
        for (const DensityComponent& component : components_)
            if (!is_point_mass(component)) sum += component.weight * density_of(component, x);
        return sum;
    };
    double x = low + 0.5 * (high - low), width = high - low;
    constexpr int most_steps = 200;
    for (int step = 0; step < most_steps && low < high; ++step) {
        const double gap = excess(x);
        (gap >= 0 ? high : low) = x;
        if (gap == 0) return x;
        double next = x - gap / slope(x);
        if (!(next > low && next < high) || std::abs(next - x) > 0.5 * width)
            next = low + 0.5 * (high - low);
        width = std::abs(next - x);
        if (next == x || !(next > low && next < high)) return high;
        x = next;
    }
    return high;
}

double ContinuousPosterior::mode() const {
    const DensityComponent* heaviest = nullptr;
    for (const DensityComponent& component : components())
        if (is_point_mass(component) && (!heaviest || component.weight > heaviest->weight))
            heaviest = &component;
    if (heaviest) return heaviest->mean;
    double best = components_.front().mean, greatest = -1;
    for (const DensityComponent& component : components_) {
        const double top = climbed(components_, component.mean);
        for (const double x : {component.mean, top}) {
            if (const double there = density(x); there > greatest) {
                greatest = there;
                best = x;
            }
        }
    }
    return best;
}

Interval ContinuousPosterior::central_interval(double probability) const {
    require_probability(probability, "an interval");
    const double tail = 0.5 * (1 - probability);
    return {quantile(tail), quantile(1 - tail)};
}

double ContinuousMoments::correlation(std::size_t i, std::size_t j) const {
    const double scale = std::sqrt(covariance(i, i)) * std::sqrt(covariance(j, j));
    return scale > 0 ? std::clamp(covariance(i, j) / scale, -1.0, 1.0) : 0;
}

}  // namespace pgm
