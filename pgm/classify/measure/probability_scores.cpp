#include <pgm/classify/measure/probability_scores.hpp>

#include <pgm/table/table.hpp>

#include <cmath>
#include <limits>

namespace pgm {
namespace {

/// The weighted mean of one number per row; turns `values` into its terms.
double mean(const Outcomes& outcomes, std::vector<double> values) {
    for (std::size_t row = 0; row < values.size(); ++row) values[row] *= outcomes.weight(row);
    const double weight = total_weight(outcomes);
    return weight > 0 ? fixed_order_sum(values) / weight : 0.0;
}

}  // namespace

LogLoss log_loss(const Outcomes& outcomes) {
    const double most = -std::log(std::numeric_limits<double>::denorm_min());
    LogLoss result;
    std::vector<double> losses;
    for (std::size_t row = 0; row < outcomes.rows(); ++row) {
        const bool impossible = std::isinf(outcomes.log_truth[row]);
        if (impossible) result.impossible += outcomes.weight(row);
        losses.push_back(impossible ? most : -outcomes.log_truth[row]);
    }
    result.mean = mean(outcomes, std::move(losses));
    return result;
}

double brier_score(const Outcomes& outcomes) {
    std::vector<double> scores;
    for (std::size_t row = 0; row < outcomes.rows(); ++row) {
        double score = 0;
        const std::span<const double> posterior = outcomes.probability(row);
        for (std::size_t k = 0; k < outcomes.classes.size(); ++k) {
            const double error = posterior[k] - (outcomes.truth[row] == k ? 1.0 : 0.0);
            score += error * error;
        }
        scores.push_back(score);
    }
    return mean(outcomes, std::move(scores));
}

}  // namespace pgm
