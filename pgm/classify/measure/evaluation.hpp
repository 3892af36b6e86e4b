#pragma once

#include <pgm/classify/measure/confusion.hpp>
#include <pgm/classify/measure/scored_predictions.hpp>
#include <pgm/inference/batch_posterior.hpp>

#include <cstddef>
#include <optional>
#include <span>
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

/// All measures of forecasts of a continuous target, of its posterior (pgm/inference/
/// continuous_posterior.hpp) given each row. Means are weighted by the rows' weights.
///
/// | measure       | mean over the rows of                                                      |
/// |---------------|----------------------------------------------------------------------------|
/// | `rmse`        | (y - mean)^2, of which it is the square root                               |
/// | `mae`         | |y - mean|                                                                 |
/// | `crps`        | ContinuousPosterior::crps(), which judges the whole distribution           |
/// | `coverage`    | [low <= y <= high]; that of a good forecast is the interval's probability  |
/// | `width`       | high - low: of two intervals that cover as often the narrower is better    |
/// | `log_density` | log p(y), natural logarithm                                                |
/// | `r2`          | 1 - mean of (y - mean)^2 / variance of y among these rows                  |
struct ForecastEvaluation {
    std::size_t rows = 0;        ///< with a true value and a forecast
    std::size_t impossible = 0;  ///< with a true value and impossible evidence, in no measure
    double rmse = 0;
    double mae = 0;
    double crps = 0;
    double coverage = 0;
    double width = 0;
    double log_density = 0;    ///< infinite where some truth is a point mass, or impossible
    std::optional<double> r2;  ///< null where all true values are equal
};

/// The measures of forecasts that come in parts, of which it keeps sums only.
class ForecastScores {
public:
    /// The forecasts were scored by this truth (BatchOptions::truth); rows whose truth is
    /// NaN are passed over. No weights means that every row weighs 1.
    void add(const ContinuousBatchPosterior& forecasts, std::span<const double> truth,
             std::span<const double> weights = {});

    /// Throws ArgumentError where no row that weighs anything has both a truth and a forecast.
    ForecastEvaluation evaluation() const;

private:
    std::size_t rows_ = 0, impossible_ = 0;
    // Weighted sums over the rows.
    double weight_ = 0, squares_ = 0, distances_ = 0, crps_ = 0, covered_ = 0, widths_ = 0,
           log_densities_ = 0;
    double mean_ = 0, deviations_ = 0;  ///< of the truth: its mean, and squares about it
};

}  // namespace pgm
