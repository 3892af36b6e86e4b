#include <pgm/classify/roc.hpp>

#include <pgm/classify/decision.hpp>

#include <algorithm>
#include <limits>
#include <numeric>

namespace pgm {
namespace {

/// Rows that enter a curve together: their weights, by whether they are of the class, and the
/// least probability among them.
struct TiedRows {
    double positives = 0, negatives = 0;
    double probability = 0;
};

/// P(k | x), and P(k | x) over the probability of all other classes. Both orders of rows are the
/// same, but only the odds tell probabilities near 1 apart, and those of two classes are
/// reciprocals. A row without density says as much about one class as about any other.
struct Score {
    double probability, odds;
};

Score score(std::span<const double> posterior, std::size_t class_index) {
    double others = 0;
    for (std::size_t k = 0; k < posterior.size(); ++k)
        others += k == class_index ? 0 : posterior[k];
    const double p = posterior[class_index];
    if (p + others > 0) return {p, p / others};
    const auto classes = static_cast<double>(posterior.size());
    return {1 / classes, 1 / (classes - 1)};
}

/// The rows from the most to the least probable. Neighbours are tied where decisions would call
/// their probabilities equal: chains of them from above are the same as from below.
std::vector<TiedRows> tied_rows(const Outcomes& outcomes, std::size_t class_index) {
    std::vector<Score> scores;
    for (std::size_t row = 0; row < outcomes.rows(); ++row)
        scores.push_back(score(outcomes.probability(row), class_index));
    std::vector<std::size_t> order(scores.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::ranges::greater{},
                             [&](std::size_t row) { return scores[row].odds; });

    const double tolerance = TieRule{}.tolerance;
    std::vector<TiedRows> groups;
    double last = std::numeric_limits<double>::quiet_NaN();  // tied with nothing
    for (const std::size_t row : order) {
        if (!(scores[row].odds >= last * (1 - tolerance)))
            groups.push_back({.probability = scores[row].probability});
        TiedRows& group = groups.back();
        (outcomes.truth[row] == class_index ? group.positives : group.negatives) +=
            outcomes.weight(row);
        group.probability = std::min(group.probability, scores[row].probability);
        last = scores[row].odds;
    }
    return groups;
}

}  // namespace

std::vector<RocPoint> roc_curve(const Outcomes& outcomes, std::size_t class_index) {
    std::vector<RocPoint> curve = {{0, 0, std::numeric_limits<double>::infinity()}};
    double positives = 0, negatives = 0;
    for (const TiedRows& group : tied_rows(outcomes, class_index)) {
        positives += group.positives;
        negatives += group.negatives;
        curve.push_back({negatives, positives, group.probability});
    }
    if (!(positives > 0 && negatives > 0)) return {};
    for (RocPoint& point : curve) {
        point.false_positive_rate /= negatives;
        point.true_positive_rate /= positives;
    }
    return curve;
}

std::optional<double> area_under_roc(const Outcomes& outcomes, std::size_t class_index) {
    double positives = 0, negatives = 0, in_order = 0;
    for (const TiedRows& group : tied_rows(outcomes, class_index)) {
        // In halves of pairs, and weights before rates: exact where weights are whole numbers.
        in_order += group.negatives * (2 * positives + group.positives);
        positives += group.positives;
        negatives += group.negatives;
    }
    if (!(positives > 0 && negatives > 0)) return std::nullopt;
    return in_order / (2 * positives * negatives);
}

std::optional<double> area_under_roc(const Outcomes& outcomes) {
    if (outcomes.classes.size() == 2) return area_under_roc(outcomes, 1);
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t k = 0; k < outcomes.classes.size(); ++k) {
        const std::optional<double> area = area_under_roc(outcomes, k);
        if (!area) continue;
        sum += *area;
        ++count;
    }
    return count > 0 ? std::optional(sum / static_cast<double>(count)) : std::nullopt;
}

}  // namespace pgm
