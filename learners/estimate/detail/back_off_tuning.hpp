#pragma once

#include <learners/estimate/detail/leave_one_out.hpp>

#include <vector>

namespace pgm::learners::detail {

/// The mean over the rows, by weight, of -log P(class | row) for their own classes; no logarithm
/// counts as less than -30.
double leave_one_out_loss(const LeftOutPredictions& rows);

/// m_0, m_1, ... of TunedBackOff (smoothing.hpp), one per level.
std::vector<double> tune_strengths(const LeaveOneOut& rows, std::size_t threads);

/// T of Calibration::temperature (calibration.hpp) for these predictions, by golden-section search
/// over the logarithm of 1/T; 1 where no other is better.
double tune_temperature(const LeftOutPredictions& rows);

/// The same with log P(k | row)^(1/T) / sum_j P(j | row)^(1/T) for every class.
LeftOutPredictions with_temperature(LeftOutPredictions rows, double temperature);

/// log P(class | row) of every row for its own class.
std::vector<double> log_likelihoods(const LeftOutPredictions& rows);

}  // namespace pgm::learners::detail
