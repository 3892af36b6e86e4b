#include <pgm/classify/measure/roc.hpp>

#include <pgm/classify/decision.hpp>

#include <algorithm>
#include <limits>

namespace pgm {
namespace {

/// Rows with equal probability, which form one point of a curve: the weights of those inside and
/// outside the class, and the least probability.
struct TiedRows {
    double positives = 0, negatives = 0;
    double probability = 0;
};

/// The odds P(k | x) / P(not k | x) of a row. They order rows as probabilities do, but also
/// distinguish probabilities near 1, and those of two classes are reciprocals.
struct Score {
    double odds = 0;
    std::size_t row = 0;
};

/// The sum of each row's probabilities. It makes the odds of a class cost one subtraction instead
/// of a sum over all other classes.
std::vector<double> row_sums(const ScoredPredictions& scored) {
    std::vector<double> sums(scored.rows());
    for (std::size_t row = 0; row < sums.size(); ++row)
        for (const double p : scored.probability(row)) sums[row] += p;
    return sums;
}

double sum_of_others(std::span<const double> posterior, std::size_t class_index, double sum) {
    if (posterior[class_index] <= sum / 2) return sum - posterior[class_index];
    double others = 0;
    for (std::size_t k = 0; k < posterior.size(); ++k)
        others += k == class_index ? 0 : posterior[k];
    return others;
}

/// P(k | x), which is uniform for a row without density.
double probability_of(const ScoredPredictions& scored, std::size_t row, std::size_t class_index,
                      double sum) {
    const std::span<const double> posterior = scored.probability(row);
    return sum > 0 ? posterior[class_index] : 1 / static_cast<double>(posterior.size());
}

Score score_of(const ScoredPredictions& scored, std::size_t row, std::size_t class_index,
               double sum) {
    const std::span<const double> posterior = scored.probability(row);
    if (!(sum > 0)) return {1 / (static_cast<double>(posterior.size()) - 1), row};
    return {posterior[class_index] / sum_of_others(posterior, class_index, sum), row};
}

std::vector<Score> scores_of(const ScoredPredictions& scored, std::size_t class_index,
                             std::span<const double> sums) {
    std::vector<Score> scores;
    for (std::size_t row = 0; row < sums.size(); ++row)
        scores.push_back(score_of(scored, row, class_index, sums[row]));
    return scores;
}

/// True if odds `less` <= `more` count as equal, as in decisions.
bool tied(double less, double more) {
    return less >= more * (1 - TieRule{}.tolerance);
}

/// Sorts the scores from the most to the least probable and groups tied neighbours. The groups are
/// the same whether they are formed from above or from below.
std::vector<TiedRows> tied_rows(const ScoredPredictions& scored, std::size_t class_index,
                                std::span<const double> sums, std::span<Score> scores) {
    std::ranges::sort(scores, [](const Score& a, const Score& b) {
        return a.odds != b.odds ? a.odds > b.odds : a.row < b.row;
    });
    std::vector<TiedRows> groups;
    double last = std::numeric_limits<double>::quiet_NaN();  // tied with nothing
    for (const Score& score : scores) {
        const double probability = probability_of(scored, score.row, class_index, sums[score.row]);
        if (!tied(score.odds, last)) groups.push_back({.probability = probability});
        TiedRows& group = groups.back();
        (scored.truth[score.row] == class_index ? group.positives : group.negatives) +=
            scored.weight(score.row);
        group.probability = std::min(group.probability, probability);
        last = score.odds;
    }
    return groups;
}

/// Moves the scores that are not below all rows of the class to the front and returns their number.
/// The order of the others does not affect the area.
std::size_t partition_by_least_positive(const ScoredPredictions& scored, std::size_t class_index,
                                        std::span<Score> scores) {
    double least = std::numeric_limits<double>::infinity();
    for (const Score& score : scores)
        if (scored.truth[score.row] == class_index) least = std::min(least, score.odds);
    const auto reaches = [&](const Score& score) { return score.odds >= least; };
    const auto below = std::ranges::partition(scores, reaches).begin();
    const auto highest = std::ranges::max_element(below, scores.end(), {}, &Score::odds);
    const bool apart = highest == scores.end() || !tied(highest->odds, least);
    return apart ? static_cast<std::size_t>(below - scores.begin()) : scores.size();
}

CurveAreas areas(const ScoredPredictions& scored, std::size_t class_index,
                 std::span<const double> sums, std::span<Score> scores) {
    const std::size_t head = partition_by_least_positive(scored, class_index, scores);
    double positives = 0, negatives = 0, in_order = 0, precise = 0;
    const auto enter = [&](const TiedRows& group) {
        // Counts half pairs of weights, which is exact if weights are whole numbers.
        in_order += group.negatives * (2 * positives + group.positives);
        positives += group.positives;
        negatives += group.negatives;
        if (group.positives > 0) precise += group.positives * (positives / (positives + negatives));
    };
    for (const TiedRows& group : tied_rows(scored, class_index, sums, scores.first(head)))
        enter(group);
    TiedRows below;
    for (const Score& score : scores.subspan(head)) below.negatives += scored.weight(score.row);
    enter(below);
    CurveAreas result;
    if (positives > 0) result.precision_recall = precise / positives;
    if (positives > 0 && negatives > 0) result.roc = in_order / (2 * positives * negatives);
    return result;
}

}  // namespace

std::vector<RocPoint> roc_curve(const ScoredPredictions& scored, std::size_t class_index) {
    const std::vector<double> sums = row_sums(scored);
    std::vector<Score> scores = scores_of(scored, class_index, sums);
    std::vector<RocPoint> curve = {{0, 0, std::numeric_limits<double>::infinity()}};
    double positives = 0, negatives = 0;
    for (const TiedRows& group : tied_rows(scored, class_index, sums, scores)) {
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

std::optional<double> area_under_roc(const ScoredPredictions& scored, std::size_t class_index) {
    const std::vector<double> sums = row_sums(scored);
    std::vector<Score> scores = scores_of(scored, class_index, sums);
    return areas(scored, class_index, sums, scores).roc;
}

std::vector<CurveAreas> areas_under_curves(const ScoredPredictions& scored) {
    constexpr std::size_t classes_at_a_time = 8;  // one cache line of a row
    const std::vector<double> sums = row_sums(scored);
    const std::size_t classes = scored.classes.size();
    std::vector<CurveAreas> all;
    std::vector<Score> scores(std::min(classes, classes_at_a_time) * sums.size());
    for (std::size_t first = 0; first < classes; first += classes_at_a_time) {
        const std::size_t count = std::min(classes_at_a_time, classes - first);
        for (std::size_t row = 0; row < sums.size(); ++row)
            for (std::size_t k = 0; k < count; ++k)
                scores[k * sums.size() + row] = score_of(scored, row, first + k, sums[row]);
        for (std::size_t k = 0; k < count; ++k)
            all.push_back(areas(scored, first + k, sums,
                                std::span(scores).subspan(k * sums.size(), sums.size())));
    }
    return all;
}

std::optional<double> mean_area(std::span<const std::optional<double>> areas) {
    if (areas.size() == 2) return areas.back();
    double sum = 0;
    std::size_t count = 0;
    for (const std::optional<double>& area : areas) {
        if (!area) continue;
        sum += *area;
        ++count;
    }
    return count > 0 ? std::optional(sum / static_cast<double>(count)) : std::nullopt;
}

std::optional<double> area_under_roc(const ScoredPredictions& scored) {
    std::vector<std::optional<double>> of_classes;
    for (const CurveAreas& of_class : areas_under_curves(scored))
        of_classes.push_back(of_class.roc);
    return mean_area(of_classes);
}

}  // namespace pgm
