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
    double threshold = 0;  ///< infinity at the first point, where no row is called k

    friend bool operator==(const RocPoint&, const RocPoint&) = default;
};

/// The ROC curve of one class against the rest, from (0, 0) to (1, 1), with one more point per
/// distinct probability. Probabilities count as equal within the tolerance of TieRule, so that
/// rounding breaks no ties. They are compared by the odds P(k | x) / P(not k | x), so that the
/// curves of two classes are mirror images. A row without density counts as equally probable in
/// every class. The curve is empty when no row, or every row, is of the class.
std::vector<RocPoint> roc_curve(const ScoredPredictions& scored, std::size_t class_index);

/// The area under that curve by trapezoids: the probability that a random row of the class has a
/// higher P(k | x) than a random other row, ties counting one half (the Mann-Whitney statistic;
/// Fawcett 2006, "An introduction to ROC analysis"). There is no area without a curve.
std::optional<double> area_under_roc(const ScoredPredictions& scored, std::size_t class_index);

/// The areas of one class against the rest. The area under the precision-recall curve is the
/// average precision
///
///     sum over thresholds of (recall - recall at the threshold above) precision
///
/// without interpolation, which would be too hopeful (Davis and Goadrich 2006, "The relationship
/// between precision-recall and ROC curves"). Ties are those of roc_curve(). It is undefined
/// without positives; without negatives it is 1, and there is no area under ROC.
struct CurveAreas {
    std::optional<double> roc;
    std::optional<double> precision_recall;
};

/// The areas of all classes in state order. The time grows with rows times classes; for each class
/// only those rows are sorted that do not lie below all rows of the class.
std::vector<CurveAreas> areas_under_curves(const ScoredPredictions& scored);

/// The area for a whole classifier: with two classes that of the second, with more the unweighted
/// mean of the areas of the classes that have one. Null when none has.
std::optional<double> mean_area(std::span<const std::optional<double>> areas);
std::optional<double> area_under_roc(const ScoredPredictions& scored);

}  // namespace pgm
