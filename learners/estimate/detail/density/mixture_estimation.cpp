#include <learners/estimate/detail/density/mixture_estimation.hpp>

#include <pgm/core/numbers.hpp>

#include <learners/estimate/detail/density/kernel_points.hpp>
#include <learners/estimate/detail/density/tie_width.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>
#include <utility>

namespace pgm::learners::detail {
namespace {

constexpr std::size_t most_points = 200;
constexpr std::size_t most_chosen = 5;
constexpr int most_iterations = 300;
constexpr double least_gain = 1e-7;  // of a row
constexpr std::size_t patience = 2;  // numbers of components that do not pay before the search ends

/// Neighbouring points, in units of the standard deviation of all.
struct Group {
    double weight = 0, mean = 0, variance = 0;
};

using Mixture = std::vector<MixtureComponent>;

/// The moments of the points `first` to `last`, and of their groups alike.
template <class Part>
Group merged(std::span<const Part> parts) {
    Group all;
    for (const Part& part : parts) all.weight += part.weight;
    for (const Part& part : parts) all.mean += part.weight / all.weight * part.mean;
    for (const Part& part : parts) {
        const double deviation = part.mean - all.mean;
        all.variance += part.weight / all.weight * (part.variance + deviation * deviation);
    }
    return all;
}

/// At most `count` groups of neighbours, each with its share of the weight, as nearly as can be.
std::vector<Group> grouped(std::span<const Group> parts, std::size_t count) {
    if (parts.size() <= count) return {parts.begin(), parts.end()};
    double total = 0, seen = 0;
    for (const Group& part : parts) total += part.weight;
    std::vector<Group> groups;
    std::size_t first = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        seen += parts[i].weight;
        const double share = static_cast<double>(groups.size() + 1) / static_cast<double>(count);
        const std::size_t left = parts.size() - i - 1, wanted = count - groups.size() - 1;
        if (seen < share * total && left > wanted && left > 0) continue;
        groups.push_back(merged(parts.subspan(first, i + 1 - first)));
        first = i + 1;
    }
    return groups;
}

/// Expectation maximisation with one number of components.
class MixtureFit {
public:
    /// Variances are in the units of the groups.
    MixtureFit(std::span<const Group> groups, std::size_t components, double pseudo_counts,
               double column_variance, double floor)
        : groups_(groups),
          rows_(pseudo_counts),
          prior_(column_variance / static_cast<double>(components * components)),
          floor_(floor) {
        for (const Group& group : groups) n_ += group.weight;
        for (const Group& start : grouped(groups, components)) mixture_.push_back(component(start));
        double reached = expect();
        for (int i = 0; i < most_iterations; ++i) {
            maximise();
            const double next = expect();
            const bool is_done = !(next - reached > least_gain * n_);
            reached = next;
            if (is_done) break;
        }
    }

    const Mixture& mixture() const { return mixture_; }
    double log_likelihood() const { return log_likelihood_; }

private:
    MixtureComponent component(const Group& members) const {
        const double variance =
            (members.weight * members.variance + rows_ * prior_) / (members.weight + rows_);
        return {members.weight / n_, members.mean, std::max(variance, floor_)};
    }

    /// Who every group comes from; the likelihood under the prior of the variances.
    double expect() {
        const std::size_t m = mixture_.size();
        shares_.resize(groups_.size() * m);
        std::vector<double> peaks;
        for (const MixtureComponent& c : mixture_)
            peaks.push_back(std::log(c.weight) - std::log(2 * std::numbers::pi * c.variance) / 2);
        log_likelihood_ = 0;
        for (std::size_t i = 0; i < groups_.size(); ++i) {
            double* const share = shares_.data() + i * m;
            for (std::size_t c = 0; c < m; ++c) {
                const double deviation = groups_[i].mean - mixture_[c].mean;
                share[c] = peaks[c] - (deviation * deviation + groups_[i].variance) /
                                          (2 * mixture_[c].variance);
            }
            log_likelihood_ += groups_[i].weight * normalise_logs({share, m});
        }
        double penalty = 0;
        for (const MixtureComponent& c : mixture_)
            penalty += rows_ / 2 * (std::log(c.variance) + prior_ / c.variance);
        return log_likelihood_ - penalty;
    }

    void maximise() {
        std::vector<Group> shared(groups_.begin(), groups_.end());
        for (std::size_t c = 0; c < mixture_.size(); ++c) {
            for (std::size_t i = 0; i < groups_.size(); ++i)
                shared[i].weight = groups_[i].weight * shares_[i * mixture_.size() + c];
            double weight = 0;
            for (const Group& group : shared) weight += group.weight;
            // A component that nothing comes from any more stays where it is.
            if (weight > 0)
                mixture_[c] = component(merged(std::span<const Group>(shared)));
            else
                mixture_[c].weight = 0;
        }
    }

    std::span<const Group> groups_;
    double rows_, prior_, floor_, n_ = 0;
    Mixture mixture_;
    std::vector<double> shares_;  ///< groups x components
    double log_likelihood_ = 0;
};

double bayesian_information(const MixtureFit& fit, double n) {
    return -2 * fit.log_likelihood() +
           (3 * static_cast<double>(fit.mixture().size()) - 1) * std::log(n);
}

/// The mixture of as many components as the rule says, or as the data support.
Mixture fitted(std::span<const Group> groups, std::size_t different, double n,
               const MixtureRule& rule, double column_variance, double floor) {
    const auto fit = [&](std::size_t components) {
        return MixtureFit(groups, components, rule.variance.pseudo_counts, column_variance, floor);
    };
    if (rule.components) return fit(std::min(*rule.components, different)).mixture();
    const auto supported = static_cast<std::size_t>(
        std::clamp(n / 2, 1.0, static_cast<double>(std::min(different, most_chosen))));
    MixtureFit best = fit(1);
    double least = bayesian_information(best, n);
    std::size_t in_vain = 0;
    for (std::size_t m = 2; m <= supported && in_vain < patience; ++m) {
        MixtureFit next = fit(m);
        const double criterion = bayesian_information(next, n);
        in_vain = criterion < least ? 0 : in_vain + 1;
        if (criterion < least) {
            least = criterion;
            best = std::move(next);
        }
    }
    return best.mixture();
}

}  // namespace

std::vector<MixtureComponent> estimate_mixture(std::span<const WeightedPoint> points,
                                               const MixtureRule& rule,
                                               const ColumnSpread& column) {
    double n = 0, mean = 0;
    for (const WeightedPoint& point : points) n += point.weight.value();
    for (const WeightedPoint& point : points) mean += point.weight.value() / n * point.value;
    const double floor = variance_floor(rule.variance, column);
    const double variance =
        std::max(expected_variance(variance_of(points, n), n, rule.variance, column), floor);
    if (!(variance > 0)) return {};
    std::vector<Group> parts;
    const double scale = std::sqrt(variance);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double weight = points[i].weight.value(), width = tie_width(points, i) / scale;
        const double variance_of_tie = width * width / 12 * (1 - 1 / (weight * weight));
        parts.push_back({weight, (points[i].value - mean) / scale, std::max(0.0, variance_of_tie)});
    }
    Mixture mixture = fitted(grouped(parts, most_points), points.size(), n, rule,
                             column.variance / variance, floor / variance);
    for (MixtureComponent& component : mixture) {
        component.mean = mean + scale * component.mean;
        component.variance *= variance;
    }
    std::ranges::sort(mixture, {}, [](const MixtureComponent& c) {
        return std::tuple(c.mean, c.variance, c.weight);
    });
    if (mixture.size() == 1) mixture.front() = {1, mean, variance};
    return mixture;
}

}  // namespace pgm::learners::detail
