#include <pgm/classify/measure/evaluation.hpp>

#include <pgm/core/error.hpp>

#include <cmath>

namespace pgm {

void ForecastScores::add(const ContinuousBatchPosterior& forecasts, std::span<const double> truth,
                         std::span<const double> weights) {
    for (std::size_t row = 0; row < truth.size(); ++row) {
        const double y = truth[row], weight = weights.empty() ? 1.0 : weights[row];
        if (std::isnan(y) || !(weight > 0)) continue;
        if (forecasts.status[row] == PosteriorStatus::impossible) {
            ++impossible_;
            continue;
        }
        ++rows_;
        weight_ += weight;
        const double error = y - forecasts.means[row];
        squares_ += weight * error * error;
        distances_ += weight * std::abs(error);
        crps_ += weight * forecasts.crps[row];
        covered_ += forecasts.lows[row] <= y && y <= forecasts.highs[row] ? weight : 0;
        widths_ += weight * (forecasts.highs[row] - forecasts.lows[row]);
        log_densities_ += weight * forecasts.log_densities[row];
        // Welford's recurrence, which loses no digits where the mean is far from 0.
        const double from_mean = y - mean_;
        mean_ += weight / weight_ * from_mean;
        deviations_ += weight * from_mean * (y - mean_);
    }
}

ForecastEvaluation ForecastScores::evaluation() const {
    if (rows_ == 0)
        throw ArgumentError(impossible_ == 0
                                ? "no row has a value of the target to compare forecasts with"
                                : "the values of every row that has the target are impossible");
    ForecastEvaluation result{.rows = rows_, .impossible = impossible_};
    result.rmse = std::sqrt(squares_ / weight_);
    result.mae = distances_ / weight_;
    result.crps = crps_ / weight_;
    result.coverage = covered_ / weight_;
    result.width = widths_ / weight_;
    result.log_density = log_densities_ / weight_;
    if (deviations_ > 0) result.r2 = 1 - squares_ / deviations_;
    return result;
}

}  // namespace pgm
