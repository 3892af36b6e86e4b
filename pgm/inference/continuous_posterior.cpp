#include <pgm/inference/continuous_posterior.hpp>

#include <pgm/core/detail/normal.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/inference/detail/density_scores.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>

namespace pgm {

using namespace detail;

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

void require_tables(std::span<const DensityComponent> components,
                    std::span<const TabulatedDensity> tables) {
    bool fits = tables.empty() || tables.size() == components.size();
    for (std::size_t i = 0; i < components.size() && fits; ++i)
        if (components[i].shape == Shape::tabulated && !is_point_mass(components[i]))
            fits = i < tables.size() && !tables[i].empty();
    if (!fits) throw ArgumentError("a component of a density that is tabulated needs a table");
}

bool are_close(double a, double b, double size) {
    return std::abs(a - b) <= 1e-11 * (std::abs(a) + size);
}

/// Panels that meet at the same places, and densities that differ by less than 1e-11 of the
/// largest.
bool are_close(const TabulatedDensity& a, const TabulatedDensity& b) {
    if (a.panels().size() != b.panels().size()) return false;
    if (a.empty()) return true;
    const double width = a.panels().back().high - a.panels().front().low;
    double largest = 0;
    for (const TabulatedDensity::Panel& panel : a.panels())
        largest = std::max(largest, std::abs(panel.coefficients.front()));
    return std::ranges::equal(a.panels(), b.panels(), [&](const auto& left, const auto& right) {
        return are_close(left.low, right.low, width) && are_close(left.high, right.high, width) &&
               std::ranges::equal(left.coefficients, right.coefficients,
                                  [&](double c, double d) { return are_close(c, d, largest); });
    });
}

/// Finds the components that are equal to rounding, in mean, standard deviation and shape.
class EqualComponents {
public:
    EqualComponents(std::vector<DensityComponent>& components,
                    std::span<const TabulatedDensity> tables)
        : components_(components), tables_(tables) {}

    /// The numbers of the components that are left, in order of their means, when equal ones have
    /// become one, whose weight is theirs together. They need not be neighbours by their means
    /// alone, so those of nearly equal means are compared by their standard deviations, and those
    /// that are equal there by their tables.
    std::vector<std::size_t> merged() {
        std::vector<std::size_t> order(components_.size()), kept;
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::sort(order, {}, [&](std::size_t i) { return components_[i].mean; });
        for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
            while (++end < order.size()) {
                const DensityComponent &last = components_[order[end - 1]],
                                       &next = components_[order[end]];
                if (!are_close(last.mean, next.mean, std::max(last.sd, next.sd))) break;
            }
            const std::span group = std::span(order).subspan(begin, end - begin);
            std::ranges::sort(group, {}, [&](std::size_t i) {
                return std::pair(components_[i].shape, components_[i].sd);
            });
            const std::size_t first = kept.size();
            for (const std::size_t i : group) add(i, first, kept);
        }
        return kept;
    }

private:
    /// Adds a component to one of those that are kept from `first` on, or after them.
    void add(std::size_t i, std::size_t first, std::vector<std::size_t>& kept) {
        for (std::size_t k = kept.size(); k-- > first && has_equal_moments(kept[k], i);) {
            if (!tables_.empty() && !are_close(tables_[kept[k]], tables_[i])) continue;
            components_[kept[k]].weight += components_[i].weight;
            return;
        }
        kept.push_back(i);
    }

    bool has_equal_moments(std::size_t i, std::size_t j) const {
        const DensityComponent &a = components_[i], &b = components_[j];
        return a.shape == b.shape && are_close(a.sd, b.sd, 0);
    }

    std::vector<DensityComponent>& components_;
    std::span<const TabulatedDensity> tables_;
};

/// The integral of a function by Simpson's rule.
template <class Function>
double simpson(const Function& function, double low, double high) {
    constexpr int halves = 512;
    const double width = (high - low) / (2 * halves);
    double sum = function(low) + function(high);
    for (int i = 1; i < 2 * halves; ++i) sum += (i % 2 == 1 ? 4 : 2) * function(low + i * width);
    return sum * width / 3;
}

}  // namespace

ContinuousPosterior::ContinuousPosterior(VariableId variable,
                                         std::vector<DensityComponent> components,
                                         double log_evidence)
    : ContinuousPosterior(variable, std::move(components), {}, log_evidence) {}

ContinuousPosterior::ContinuousPosterior(VariableId variable,
                                         std::vector<DensityComponent> components,
                                         std::vector<TabulatedDensity> tables, double log_evidence)
    : variable_(variable), log_evidence_(log_evidence) {
    if (components.empty()) throw ArgumentError("a density needs a component");
    std::ranges::for_each(components, require_distribution);
    require_tables(components, tables);
    double total = 0;
    for (const std::size_t i : EqualComponents(components, tables).merged()) {
        components_.push_back(components[i]);
        if (!tables.empty()) tables_.push_back(std::move(tables[i]));
        total += components[i].weight;
    }
    for (DensityComponent& component : components_) component.weight /= total;
}

double ContinuousPosterior::probability_of(std::size_t i, const Interval& interval) const {
    const DensityComponent& component = components_[i];
    const auto& [above, up_to] = interval;
    if (is_point_mass(component)) return above < component.mean && component.mean <= up_to;
    if (component.shape == Shape::uniform) {
        const double low = std::max(above, component.mean - half_width(component));
        const double high = std::min(up_to, component.mean + half_width(component));
        return low < high ? (high - low) / (2 * half_width(component)) : 0;
    }
    if (component.shape == Shape::tabulated) return tables_[i].probability(interval);
    const double low = (above - component.mean) / component.sd;
    const double high = (up_to - component.mean) / component.sd;
    // The difference of the smaller tails loses the fewest digits.
    return low > 0 ? upper_tail(low) - upper_tail(high) : upper_tail(-high) - upper_tail(-low);
}

double ContinuousPosterior::density_of(std::size_t i, double x) const {
    return std::exp(log_density_of(i, x));
}

double ContinuousPosterior::log_density_of(std::size_t i, double x) const {
    const DensityComponent& component = components_[i];
    const bool is_table = component.shape == Shape::tabulated && !is_point_mass(component);
    return is_table ? std::log(tables_[i].density(x)) : detail::log_density(component, x);
}

/// An interval that holds the quantile of a component.
Interval ContinuousPosterior::quantile_range(std::size_t i, double p) const {
    const DensityComponent& component = components_[i];
    if (component.shape == Shape::tabulated && !is_point_mass(component))
        return tables_[i].quantile_range(p);
    const double quantile = component.shape == Shape::uniform
                                ? component.mean + (2 * p - 1) * half_width(component)
                                : component.mean + component.sd * normal_quantile(p);
    return {quantile, quantile};
}

/// Climbs the density from x by the fixed point of its gradient, a mean of the means: each step of
/// a mixture of normal distributions goes uphill (Carreira-Perpinan 2000, "Mode-finding for
/// mixtures of Gaussian distributions").
double ContinuousPosterior::climbed(double x) const {
    constexpr int most_steps = 1000;
    for (int step = 0; step < most_steps; ++step) {
        double sum = 0, weighted = 0;
        for (std::size_t i = 0; i < components_.size(); ++i) {
            const DensityComponent& component = components_[i];
            if (component.shape != Shape::normal || is_point_mass(component)) continue;
            const double pull = component.weight * density_of(i, x) / (component.sd * component.sd);
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
    double sd = std::sqrt(variance());
    if (std::isnormal(sd * sd)) return sd;
    sd = 0;  // squares leave the doubles where what they are of does not
    for (const auto& [weight, mean, own, shape] : components_)
        sd = std::hypot(sd, std::sqrt(weight) * std::hypot(own, mean - this->mean()));
    return sd;
}

double ContinuousPosterior::probability(const Interval& interval) const {
    double sum = 0;
    if (!(interval.above < interval.up_to)) {
        components();
        return 0;
    }
    for (std::size_t i = 0; i < components().size(); ++i)
        sum += components_[i].weight * probability_of(i, interval);
    return std::min(sum, 1.0);
}

double ContinuousPosterior::density(double x) const {
    double sum = 0;
    for (std::size_t i = 0; i < components().size(); ++i)
        sum += components_[i].weight * density_of(i, x);
    return sum;
}

double ContinuousPosterior::log_density(double x) const {
    if (tables_.empty()) return detail::log_density(components(), x);
    std::vector<double> logs;
    for (std::size_t i = 0; i < components_.size(); ++i)
        logs.push_back(std::log(components_[i].weight) + log_density_of(i, x));
    const bool is_infinite = std::ranges::find(logs, infinity) != logs.end();  // at a point mass
    return is_infinite ? infinity : log_sum_exp(logs);
}

double ContinuousPosterior::crps(double x) const {
    if (tables_.empty()) return detail::crps(components(), x);
    constexpr double tail = 1e-12;
    const double low = std::min(x, quantile(tail)), high = std::max(x, quantile(1 - tail));
    const auto below = [&](double t) { return std::pow(probability({.up_to = t}), 2); };
    const auto above = [&](double t) { return std::pow(probability({.above = t}), 2); };
    return simpson(below, low, x) + simpson(above, x, high);
}

/// The point mass in which the distribution function passes p.
std::optional<double> ContinuousPosterior::point_mass_at(double p) const {
    for (const DensityComponent& component : components_) {
        if (!is_point_mass(component)) continue;
        const double below = probability({.up_to = std::nextafter(component.mean, -infinity)});
        if (below < p && cdf(component.mean) >= p) return component.mean;
    }
    return std::nullopt;
}

/// The quantile is between those of the components. Newton's steps, and halves where a step leaves
/// what is known to hold it or gains too little.
double ContinuousPosterior::quantile(double p) const {
    require_probability(p, "a quantile");
    double low = infinity, high = -infinity;
    for (std::size_t i = 0; i < components().size(); ++i) {
        const auto [least, most] = quantile_range(i, p);
        low = std::min(low, least);
        high = std::max(high, most);
    }
    if (const std::optional<double> jump = point_mass_at(p)) return *jump;
    const bool is_upper = p > 0.5;
    // What the distribution function is too high by, from the smaller of the two sides.
    const auto excess = [&](double x) {
        return is_upper ? (1 - p) - probability({.above = x}) : probability({.up_to = x}) - p;
    };
    const auto slope = [&](double x) {
        double sum = 0;
        for (std::size_t i = 0; i < components_.size(); ++i)
            if (!is_point_mass(components_[i])) sum += components_[i].weight * density_of(i, x);
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
    // The densest components first; of thousands, most could not hold the mode.
    constexpr std::size_t most_starts = 64;
    std::vector<std::size_t> order(components_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, std::greater(),
                      [&](std::size_t i) { return components_[i].weight / components_[i].sd; });
    order.resize(std::min(order.size(), most_starts));
    double best = components_.front().mean, greatest = -1, width = 0;
    for (const std::size_t i : order) {
        for (const double x : {components_[i].mean, climbed(components_[i].mean), top_of(i)}) {
            if (const double there = density(x); there > greatest) {
                greatest = there;
                best = x;
                width = components_[i].sd;
            }
        }
    }
    return tables_.empty() || components_.size() == 1 ? best : searched(best, width / 8);
}

/// The mode of a component.
double ContinuousPosterior::top_of(std::size_t i) const {
    const bool is_table = components_[i].shape == Shape::tabulated;
    return is_table ? tables_[i].mode() : components_[i].mean;
}

/// Climbs the density from x by steps that are halved where neither direction leads uphill, for
/// sums of which some terms are tables.
double ContinuousPosterior::searched(double x, double step) const {
    constexpr int most_steps = 1000;
    double here = density(x);
    for (int i = 0; i < most_steps && x + step != x; ++i) {
        const double right = density(x + step), left = density(x - step);
        const double higher = std::max(right, left);
        if (higher > here) {
            x += right > left ? step : -step;
            here = higher;
        } else {
            step *= 0.5;
        }
    }
    return x;
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
