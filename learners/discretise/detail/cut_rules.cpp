#include <learners/discretise/detail/cut_rules.hpp>

#include <pgm/core/error.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

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
        for (std::vector<double>* sums : {&weight_, &first_, &second_}) sums->resize(n + 1);
        for (std::size_t i = 0; i < n; ++i) {
            const double weight = steps_[i].weight_so_far - weight_[i], x = steps_[i].value - mean;
            weight_[i + 1] = steps_[i].weight_so_far;
            first_[i + 1] = first_[i] + weight * x;
            second_[i + 1] = second_[i] + weight * x * x;
        }
        rounding_ = 1e-9 * second_[n];
        cost_.resize(n + 1);
        for (std::size_t i = 1; i <= n; ++i) cost_[i] = scatter(0, i);
        for (std::size_t cluster = 1; cluster < clusters; ++cluster)
            add_cluster(cluster, cluster + 1 == clusters);
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
    double mean_of(std::size_t begin, std::size_t end) const {
        return (first_[end] - first_[begin]) / (weight_[end] - weight_[begin]);
    }

    double scatter(std::size_t begin, std::size_t end) const {
        const double sum = first_[end] - first_[begin];
        return std::max(
            0.0, second_[end] - second_[begin] - sum * sum / (weight_[end] - weight_[begin]));
    }

    static constexpr std::size_t tile = 64;

    /// The best start of a last cluster so far, and its cost.
    struct BestStart {
        std::size_t start;
        double cost;
    };

    /// Tries the starts [first, last]. The costs come first, in a loop without branches, so that
    /// the processor divides several at a time.
    void try_starts(std::size_t first, std::size_t last, std::size_t end, BestStart& best) const {
        std::array<double, tile> totals;
        const std::size_t count = last + 1 - first;
        for (std::size_t i = 0; i < count; ++i)
            totals[i] = cost_[first + i] + scatter(first + i, end);
        for (std::size_t i = 0; i < count; ++i)
            if (totals[i] < best.cost) best = {first + i, totals[i]};
    }

    /// The start with the least cost for a last cluster that ends at `end`, the first of equals,
    /// among [low, high].
    ///
    /// The cost of what is before grows with the start and the scatter behind it shrinks. Hence no
    /// start of a tile costs less than what is before its first one plus what is behind its end; a
    /// tile for which that is more than one start costs is left out. `rounding_` is more than what
    /// rounding does to the two.
    BestStart best_start(std::size_t low, std::size_t high, std::size_t end) const {
        constexpr std::size_t worth_bounding = 16 * tile;
        double enough = std::numeric_limits<double>::infinity();
        const bool bounds = high - low > worth_bounding;
        for (std::size_t first = low; bounds && first <= high; first += tile)
            enough = std::min(enough, cost_[first] + scatter(first, end));
        enough += rounding_;
        BestStart best{low, std::numeric_limits<double>::infinity()};
        for (std::size_t first = low; first <= high; first += tile) {
            const std::size_t next = std::min(first + tile, high + 1);
            if (bounds && next < end && cost_[first] + scatter(next, end) > enough) continue;
            try_starts(first, next - 1, end, best);
        }
        return best;
    }

    /// Ranges whose middle has its best start within [low, high].
    struct StartRange {
        std::size_t begin, end, low, high;
    };

    /// Adds a cluster. The last one needs only the cost of all numbers: the rightmost ranges lead
    /// there.
    void add_cluster(std::size_t clusters_before, bool is_last) {
        const std::size_t n = steps_.size();
        std::vector<double> cost(n + 1, std::numeric_limits<double>::infinity());
        std::vector<std::uint32_t> start(n + 1);
        std::vector<StartRange> open{{clusters_before + 1, n + 1, clusters_before, n}};
        while (!open.empty()) {
            const StartRange range = open.back();
            open.pop_back();
            if (range.begin >= range.end) continue;
            const std::size_t middle = range.begin + (range.end - range.begin) / 2;
            const auto [best, least] =
                best_start(range.low, std::min(range.high, middle - 1), middle);
            cost[middle] = least;
            start[middle] = static_cast<std::uint32_t>(best);
            if (!is_last) open.push_back({range.begin, middle, range.low, best});
            open.push_back({middle + 1, range.end, best, range.high});
        }
        cost_ = std::move(cost);
        starts_.push_back(std::move(start));
    }

    std::vector<Step> steps_;
    double mean_ = 0;
    /// Sums over the numbers before each place: weight, weighted sum and sum of squares.
    std::vector<double> weight_, first_, second_;
    double rounding_ = 0;  ///< far above the rounding errors of a scatter, far below scatters
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
