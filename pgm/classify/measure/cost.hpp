#pragma once

#include <pgm/classify/decision.hpp>
#include <pgm/classify/measure/scored_predictions.hpp>

#include <optional>
#include <vector>

namespace pgm {

/// The cost of a classifier's decisions when the truth is known. On row r the action of least
/// conditional risk is taken (decision.hpp):
///
///     i(r)     = argmin_i sum_j loss(i, j) P(j | x_r),
///     total    = sum_r w_r loss(i(r), truth_r),          the empirical risk times W,
///     mean     = total / W,                              W = sum_r w_r,
///     expected = sum_r w_r R(i(r) | x_r) / W,            what the posteriors promised.
///
/// A mean far above the expected loss shows that the probabilities are not calibrated
/// (calibration.hpp). Rows without a decision cost nothing; they are counted separately and are not
/// part of W.
struct Cost {
    double total = 0;
    std::optional<double> mean;      ///< nothing where no row with a decision weighs anything
    std::optional<double> expected;  ///< likewise
    std::vector<double> actions;     ///< the weight of the rows on which each action was taken
    double undecided = 0;            ///< the weight of the rows without a decision
};

/// The columns of the matrix must be the classes of the scored predictions in their order
/// (with_class_order()). Throws ArgumentError when they are not, and the errors of check(scored).
Cost cost_of(const ScoredPredictions& scored, const LossMatrix& matrix, const TieRule& ties = {});

}  // namespace pgm
