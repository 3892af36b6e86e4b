#include <pgm/classify/measure/evaluation.hpp>

#include <pgm/classify/measure/calibration_curve.hpp>
#include <pgm/classify/measure/roc.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pgm {

Evaluation evaluate(const ScoredPredictions& scored) {
    check(scored);
    Evaluation result{
        .rows = scored.rows(), .log_loss = log_loss(scored), .confusion = confusion_matrix(scored)};
    result.accuracy = accuracy(result.confusion);
    result.brier = brier_score(scored);
    for (const CurveAreas& areas : areas_under_curves(scored)) {
        result.class_auc.push_back(areas.roc);
        result.class_average_precision.push_back(areas.precision_recall);
    }
    result.auc = mean_area(result.class_auc);
    result.average_precision = mean_area(result.class_average_precision);
    result.matrix_scores = matrix_scores(result.confusion);
    result.calibration_error = calibration_error(scored);
    result.classes = class_scores(result.confusion);
    return result;
}

double standard_deviation(std::span<const double> values) {
    if (values.size() < 2) return 0;
    const auto count = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
    double squares = 0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    return std::sqrt(squares / (count - 1));
}

double binomial_standard_deviation(double accuracy, double rows) {
    return rows > 0 ? std::sqrt(std::max(0.0, accuracy * (1 - accuracy)) / rows) : 0.0;
}

}  // namespace pgm
