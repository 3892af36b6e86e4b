#pragma once

#include <pgm/classify/measure/scored_predictions.hpp>

namespace pgm {

/// The mean of -log P(truth | x), natural logarithm, weighted by the rows' weights; 0 for no rows.
///
/// It is computed from log probabilities, so a truth with probability e^-1000 costs 1000; positive
/// probabilities are not clipped. A probability of exactly 0 would cost infinity. Such a row, like
/// an undecided one, counts as 2^-1074, the smallest positive double, and costs 744.44;
/// `impossible` is the weight of these rows.
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
/// terms of probability"). It lies between 0 and 2; for two classes it is twice the number that
/// some programs compute from the positive class alone. An undecided row, whose probabilities are
/// all 0, costs 1.
double brier_score(const ScoredPredictions& scored);

}  // namespace pgm
