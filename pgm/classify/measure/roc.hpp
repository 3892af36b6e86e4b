#pragma once

#include <pgm/classify/measure/scored_predictions.hpp>

#include <optional>
#include <span>
#include <vector>

namespace pgm {

/// A point of a ROC curve: what happens when every row with P(k | x) >= threshold is called k.
struct RocPoint {
    double false_positive_rate = 0;
    double true_positive_rate = 0;
    double threshold = 0;  ///< of the first point infinity: nothing is called k

    friend bool operator==(const RocPoint&, const RocPoint&) = default;
};

/// The ROC curve of one class against the rest: from (0, 0) to (1, 1), one more point per distinct
/// probability, rows of equal probability entering together. Equal means within the tolerance of
/// TieRule, so that rounding breaks no ties, and is decided by the odds P(k | x) / P(not k | x), so
/// that the curves of two classes are each other's mirror image. A row without density counts as
/// equally probable in every class. Empty when there are no rows of the class or no others.
std::vector<RocPoint> roc_curve(const ScoredPredictions& scored, std::size_t class_index);

/// The area under that curve by trapezoids: the probability that a random row of the class is given
/// a higher P(k | x) than a random other row, an equal one counting half (the Mann-Whitney
/// statistic; Fawcett 2006, "An introduction to ROC analysis"). Nothing where there is no curve.
std::optional<double> area_under_roc(const ScoredPredictions& scored, std::size_t class_index);

/// The areas of all classes, in state order. It takes time by the cells, rows times classes, and
/// sorts of each class only the rows that are not below all rows of the class.
std::vector<std::optional<double>> areas_under_roc(const ScoredPredictions& scored);

/// The area for the whole classifier: with two classes that of either, with more the unweighted
/// mean of every class against the rest, over the classes that have a curve. Nothing when none has.
std::optional<double> mean_area(std::span<const std::optional<double>> areas);
std::optional<double> area_under_roc(const ScoredPredictions& scored);

}  // namespace pgm
