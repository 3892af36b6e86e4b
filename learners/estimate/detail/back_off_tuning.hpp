#pragma once

#include <learners/estimate/detail/leave_one_out.hpp>

#include <span>
#include <vector>

namespace pgm::learners::detail {

/// The mean over the rows, by weight, of -log P(class | row) for their own classes; no logarithm
/// counts as less than -30. `log_posteriors` as LeaveOneOut gives them.
double leave_one_out_loss(const LeaveOneOut& rows, std::span<const double> log_posteriors);

/// m_0, m_1, ... of TunedBackOff (smoothing.hpp), one per level.
std::vector<double> tune_strengths(const LeaveOneOut& rows, std::size_t threads);

/// T of Calibration::temperature (calibration.hpp) for these posteriors, by golden-section search
/// over the logarithm of 1/T; 1 where no other is better.
double tune_temperature(const LeaveOneOut& rows, std::span<const double> log_posteriors);

}  // namespace pgm::learners::detail
