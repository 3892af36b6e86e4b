#pragma once

#include <pgm/classify/measure/scored_predictions.hpp>

#include <cmath>
#include <initializer_list>

namespace pgm::tests {

/// One row of scored predictions: the true class, the probabilities and the weight. The most
/// probable class is the prediction; a row of zeros is undecided.
struct ScoredRow {
    std::uint32_t truth;
    std::vector<double> probabilities;
    double weight = 1;
};

inline ScoredPredictions scored_predictions(std::vector<std::string> classes,
                                            const std::vector<ScoredRow>& rows) {
    ScoredPredictions result{.classes = std::move(classes)};
    const std::size_t count = result.classes.size();
    RowsByStates probabilities(static_cast<Eigen::Index>(rows.size()),
                               static_cast<Eigen::Index>(count));
    for (const ScoredRow& row : rows) {
        const auto r = static_cast<Eigen::Index>(result.rows());
        std::uint32_t best = ScoredPredictions::undecided;
        for (std::uint32_t k = 0; k < count; ++k) {
            probabilities(r, k) = row.probabilities[k];
            if (row.probabilities[k] >
                (best == ScoredPredictions::undecided ? 0.0 : row.probabilities[best]))
                best = k;
        }
        result.predicted.push_back(best);
        result.log_truth.push_back(std::log(row.probabilities[row.truth]));
        result.weights.push_back(row.weight);
        result.truth.push_back(row.truth);
    }
    result.probabilities = std::move(probabilities);
    return result;
}

}  // namespace pgm::tests
