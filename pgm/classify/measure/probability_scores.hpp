#pragma once

#include <pgm/classify/measure/scored_predictions.hpp>

namespace pgm {

/// The mean of -log P(truth | x), natural logarithm, weighted by the rows' weights; 0 of no rows.
///
/// It is computed from log probabilities, so a truth that was given e^-1000 costs 1000: nothing is
/// clipped as long as the probability is positive. Where it is exactly 0 the loss would be
/// infinite; such a row, undecided ones included, counts as if the truth had been given 2^-1074,
/// the smallest positive double, and costs 744.44. How many there were is told beside it.
struct LogLoss {
    double mean = 0;
    double impossible = 0;  ///< weight of the rows whose truth was given probability 0
};

LogLoss log_loss(const ScoredPredictions& scored);

/// The mean over the rows of
///
///     sum_k (P(k | x) - [k is the truth])^2,
///
/// the sum over *all* classes as Brier defined it (1950, "Verification of forecasts expressed in
/// terms of probability"): from 0 to 2, and for two classes twice the number that some programs
/// compute from the positive class alone. A row left undecided, its probabilities all 0, costs 1.
double brier_score(const ScoredPredictions& scored);

}  // namespace pgm
