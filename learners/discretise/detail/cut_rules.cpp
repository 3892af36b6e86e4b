#include <learners/discretise/detail/cut_rules.hpp>

#include <pgm/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pgm::learners::detail {
namespace {

/// A different number, with the weight and the weighted sum of all up to and including it.
struct Step {
    double value = 0;
    double weight_so_far = 0;
};

std::vector<Step> steps_of(std::span<const CutValue> values) {
    std::vector<Step> steps;
    double total = 0;
    for (const CutValue& value : values) {
        total += value.weight;
        if (steps.empty() || steps.back().value != value.value) steps.push_back({value.value, 0});
        steps.back().weight_so_far = total;
    }
    return steps;
}

/// Optimal clusters of sorted numbers: D(c, i) = min over j <= i of D(c - 1, j) + scatter(j, i),
/// where the best j grows with i, hence is found by halving. Numbers are taken relative to their
/// mean, so that sums of squares keep their digits.
class Clusters {
public:
    Clusters(std::span<const CutValue> values, std::size_t clusters) : steps_(steps_of(values)) {
        const std::size_t n = steps_.size();
        double mean = 0, before = 0;
        for (const Step& step : steps_) {
            mean += (step.value - mean) * (step.weight_so_far - before) / step.weight_so_far;
            before = step.weight_so_far;
        }
        mean_ = mean;
        sums_.resize(n + 1);
        for (std::size_t i = 0; i < n; ++i) {
            const double weight = steps_[i].weight_so_far - sums_[i].weight,
                         x = steps_[i].value - mean;
            sums_[i + 1] = {steps_[i].weight_so_far, sums_[i].first + weight * x,
                            sums_[i].second + weight * x * x};
        }
        cost_.resize(n + 1);
        for (std::size_t i = 1; i <= n; ++i) cost_[i] = scatter(0, i);
        for (std::size_t cluster = 1; cluster < clusters; ++cluster) add_cluster(cluster);
    }

    CutPoints cuts() const {
        std::vector<std::size_t> bounds{steps_.size()};
        for (std::size_t cluster = starts_.size(); cluster-- > 0;)
            bounds.push_back(starts_[cluster][bounds.back()]);
        bounds.push_back(0);
        std::reverse(bounds.begin(), bounds.end());
        CutPoints result;
        for (std::size_t i = 1; i + 1 < bounds.size(); ++i) {
            const double middle =
                mean_ + (mean_of(bounds[i - 1], bounds[i]) + mean_of(bounds[i], bounds[i + 1])) / 2;
            const double below = steps_[bounds[i] - 1].value, above = steps_[bounds[i]].value;
            result.cuts.push_back(middle > below && middle <= above ? middle
                                                                    : cut_between(below, above));
        }
        return result;
    }

private:
    struct Sums {
        double weight = 0, first = 0, second = 0;
    };

    double mean_of(std::size_t begin, std::size_t end) const {
        return (sums_[end].first - sums_[begin].first) / (sums_[end].weight - sums_[begin].weight);
    }

    double scatter(std::size_t begin, std::size_t end) const {
        const double sum = sums_[end].first - sums_[begin].first;
        return std::max(0.0, sums_[end].second - sums_[begin].second -
                                 sum * sum / (sums_[end].weight - sums_[begin].weight));
    }

    /// Ranges whose middle has its best start within [low, high].
    struct Range {
        std::size_t begin, end, low, high;
    };

    void add_cluster(std::size_t clusters_before) {
        const std::size_t n = steps_.size();
        std::vector<double> cost(n + 1, std::numeric_limits<double>::infinity());
        std::vector<std::uint32_t> start(n + 1);
        std::vector<Range> open{{clusters_before + 1, n + 1, clusters_before, n}};
        while (!open.empty()) {
            const Range range = open.back();
            open.pop_back();
            if (range.begin >= range.end) continue;
            const std::size_t middle = range.begin + (range.end - range.begin) / 2;
            std::size_t best = range.low;
            for (std::size_t j = range.low; j <= std::min(range.high, middle - 1); ++j) {
                const double total = cost_[j] + scatter(j, middle);
                if (total < cost[middle]) {
                    cost[middle] = total;
                    best = j;
                }
            }
            start[middle] = static_cast<std::uint32_t>(best);
            open.push_back({range.begin, middle, range.low, best});
            open.push_back({middle + 1, range.end, best, range.high});
        }
        cost_ = std::move(cost);
        starts_.push_back(std::move(start));
    }

    std::vector<Step> steps_;
    double mean_ = 0;
    std::vector<Sums> sums_;
    std::vector<double> cost_;
    /// [cluster][end]: where the last of cluster + 2 clusters of the numbers before `end` begins.
    std::vector<std::vector<std::uint32_t>> starts_;
};

}  // namespace

CutPoints equal_width_cuts(std::span<const CutValue> values, std::size_t intervals) {
    CutPoints result;
    if (values.empty()) return result;
    const double least = values.front().value, largest = values.back().value;
    for (std::size_t i = 1; i < intervals; ++i) {
        const double part = static_cast<double>(i) / static_cast<double>(intervals);
        const double cut = std::isfinite(largest - least) ? least + (largest - least) * part
                                                          : least * (1 - part) + largest * part;
        const double before = result.cuts.empty() ? least : result.cuts.back();
        if (cut > before && cut <= largest) result.cuts.push_back(cut);
    }
    return result;
}

CutPoints equal_frequency_cuts(std::span<const CutValue> values, std::size_t intervals) {
    CutPoints result;
    const std::vector<Step> steps = steps_of(values);
    std::size_t last = 0;  // numbers below the last cut
    for (std::size_t i = 1; i < intervals && steps.size() > 1; ++i) {
        const double wanted =
            steps.back().weight_so_far * static_cast<double>(i) / static_cast<double>(intervals);
        const auto reached = std::lower_bound(
            steps.begin(), steps.end(), wanted,
            [](const Step& step, double weight) { return step.weight_so_far < weight; });
        auto below = static_cast<std::size_t>(
            reached - steps.begin());  // the cut is after this number, or after the one before
        if (below > 0 &&
            wanted - steps[below - 1].weight_so_far <= steps[below].weight_so_far - wanted)
            --below;
        if (below + 1 >= steps.size() || below + 1 <= last) continue;
        last = below + 1;
        result.cuts.push_back(cut_between(steps[below].value, steps[below + 1].value));
    }
    return result;
}

CutPoints proportional_cuts(std::span<const CutValue> values, double exponent) {
    double weight = 0;
    for (const CutValue& value : values) weight += value.weight;
    const double intervals = std::round(std::pow(weight, exponent));
    return equal_frequency_cuts(values, static_cast<std::size_t>(std::max(intervals, 2.0)));
}

CutPoints kmeans_cuts(std::span<const CutValue> values, std::size_t intervals) {
    const std::size_t different = steps_of(values).size();
    constexpr std::size_t most = std::size_t{1} << 28;
    if (different > 0 && intervals > most / different) {
        throw TooLargeError("k-means with " + std::to_string(intervals) + " intervals of " +
                                std::to_string(different) +
                                " different numbers needs too much memory",
                            {}, "take fewer intervals, or equal frequencies");
    }
    if (different < 2) return {};
    return Clusters(values, std::min(intervals, different)).cuts();
}

}  // namespace pgm::learners::detail
