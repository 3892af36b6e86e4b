#include <pgm/classify/measure/scored_predictions.hpp>

#include <pgm/table/table.hpp>

#include <cmath>
#include <limits>

namespace pgm {
namespace {

/// The weighted mean of one value per row.
double mean(const ScoredPredictions& scored, std::vector<double> values) {
    for (std::size_t row = 0; row < values.size(); ++row) values[row] *= scored.weight(row);
    const double weight = total_weight(scored);
    return weight > 0 ? fixed_order_sum(values) / weight : 0.0;
}

}  // namespace

LogLoss log_loss(const ScoredPredictions& scored) {
    const double most = -std::log(std::numeric_limits<double>::denorm_min());
    LogLoss result;
    std::vector<double> losses;
    for (std::size_t row = 0; row < scored.rows(); ++row) {
        const bool impossible = std::isinf(scored.log_truth[row]);
        if (impossible) result.impossible += scored.weight(row);
        losses.push_back(impossible ? most : -scored.log_truth[row]);
    }
    result.mean = mean(scored, std::move(losses));
    return result;
}

double brier_score(const ScoredPredictions& scored) {
    std::vector<double> scores;
    for (std::size_t row = 0; row < scored.rows(); ++row) {
        double score = 0;
        const std::span<const double> posterior = scored.probability(row);
        for (std::size_t k = 0; k < scored.classes.size(); ++k) {
            const double error = posterior[k] - (scored.truth[row] == k ? 1.0 : 0.0);
            score += error * error;
        }
        scores.push_back(score);
    }
    return mean(scored, std::move(scores));
}

}  // namespace pgm
