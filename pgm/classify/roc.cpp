#include <pgm/classify/roc.hpp>

#include <algorithm>
#include <limits>
#include <numeric>

namespace pgm {

std::vector<RocPoint> roc_curve(const Outcomes& outcomes, std::size_t class_index) {
    const auto score = [&](std::size_t row) { return outcomes.probability(row)[class_index]; };
    std::vector<std::size_t> order(outcomes.rows());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return score(a) > score(b); });

    std::vector<RocPoint> curve = {{0, 0, std::numeric_limits<double>::infinity()}};
    double positives = 0, negatives = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        (outcomes.truth[order[i]] == class_index ? positives : negatives) += outcomes.weight(order[i]);
        const bool last_of_its_probability = i + 1 == order.size() || score(order[i + 1]) != score(order[i]);
        if (last_of_its_probability) curve.push_back({negatives, positives, score(order[i])});
    }
    if (!(positives > 0 && negatives > 0)) return {};
    for (RocPoint& point : curve) {
        point.false_positive_rate /= negatives;
        point.true_positive_rate /= positives;
    }
    return curve;
}

std::optional<double> area_under_roc(const Outcomes& outcomes, std::size_t class_index) {
    const std::vector<RocPoint> curve = roc_curve(outcomes, class_index);
    if (curve.empty()) return std::nullopt;
    double area = 0;
    for (std::size_t i = 1; i < curve.size(); ++i)
        area +=
            (curve[i].false_positive_rate - curve[i - 1].false_positive_rate) * (curve[i].true_positive_rate + curve[i - 1].true_positive_rate) / 2;
    return area;
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
