#pragma once

#include <pgm/classify/predictions.hpp>
#include <pgm/query/interval.hpp>

#include <optional>
#include <vector>

namespace pgm {

/// How sure the probabilities of predictions are: their distributions over draws of the numbers of
/// the classifier's networks (pgm/query/interval.hpp), of an ensemble those of all its classifiers.
/// It differs from credible_intervals() of a question in that each draw is a classifier of its own,
/// which predicts many rows at once. Temperature, cut points and weights of the ensemble are taken
/// as they are.
class IntervalPredictor {
public:
    /// Throws ArgumentError where no number of the classifier was estimated from rows with known
    /// weights and for options out of range, TooLargeError where the draws together have more than
    /// 2^27 numbers.
    IntervalPredictor(const Classifier& classifier, const IntervalOptions& options,
                      const EngineOptions& engine = {});

    /// The intervals of P(class | x), rows x classes; null in a row without density. Throws as
    /// Predictor does.
    std::vector<std::optional<CredibleInterval>> intervals(
        const Dataset& data, const PredictOptions& options = {}) const;

private:
    double probability_;
    std::vector<Predictor> drawn_;
};

}  // namespace pgm
