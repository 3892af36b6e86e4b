#pragma once

#include <pgm/classify/measure/outcomes.hpp>

#include <cmath>
#include <initializer_list>

namespace pgm::tests {

/// One row of outcomes: the true class, the probabilities and the weight. The most probable class
/// is the prediction; a row of zeros is undecided.
struct OutcomeRow {
    std::uint32_t truth;
    std::vector<double> probabilities;
    double weight = 1;
};

inline Outcomes outcomes(std::vector<std::string> classes, const std::vector<OutcomeRow>& rows) {
    Outcomes result{.classes = std::move(classes)};
    const std::size_t count = result.classes.size();
    RowsByStates probabilities(static_cast<Eigen::Index>(rows.size()),
                               static_cast<Eigen::Index>(count));
    for (const OutcomeRow& row : rows) {
        const auto r = static_cast<Eigen::Index>(result.rows());
        std::uint32_t best = Outcomes::undecided;
        for (std::uint32_t k = 0; k < count; ++k) {
            probabilities(r, k) = row.probabilities[k];
            if (row.probabilities[k] >
                (best == Outcomes::undecided ? 0.0 : row.probabilities[best]))
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
