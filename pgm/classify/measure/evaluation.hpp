#pragma once

#include <pgm/classify/measure/confusion.hpp>
#include <pgm/classify/measure/scored_predictions.hpp>

#include <optional>
#include <vector>

namespace pgm {

/// All measures of one set of scored predictions. The other headers of this room define them.
struct Evaluation {
    std::size_t rows = 0;
    double accuracy = 0;
    LogLoss log_loss;
    double brier = 0;
    std::optional<double> auc;  ///< null when every row is of one class
    /// Null when no row is of a class that it is defined for.
    std::optional<double> average_precision;
    double calibration_error = 0;
    MatrixScores matrix_scores;
    ConfusionMatrix confusion;
    std::vector<ClassScores> classes;
    std::vector<std::optional<double>> class_auc;  ///< each class against the rest
    std::vector<std::optional<double>> class_average_precision;
};

/// Throws the errors of check(scored).
Evaluation evaluate(const ScoredPredictions& scored);

/// The sample standard deviation, with divisor n - 1; 0 for fewer than two values.
double standard_deviation(std::span<const double> values);

/// sqrt(a (1 - a) / n), the standard deviation of an accuracy observed once on n rows.
double binomial_standard_deviation(double accuracy, double rows);

}  // namespace pgm
