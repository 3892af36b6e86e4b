#pragma once

#include <learners/estimate/detail/leave_one_out.hpp>
#include <learners/estimate/detail/left_out_table.hpp>

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// The mean over the rows, by weight, of -log P(class | row) for their own classes; no logarithm
/// counts as less than -30.
double leave_one_out_loss(const LeftOutPredictions& rows);

/// m_0, m_1, ... of TunedBackOff (smoothing.hpp), one per level: the coordinate descent described
/// there, for a loss of all strengths.
using LossOfStrengths = std::function<double(std::span<const double>)>;
std::vector<double> tune_strengths(std::size_t levels, const LossOfStrengths& loss);

/// By the loss above.
std::vector<double> tune_strengths(const LeaveOneOut& rows, std::size_t threads);

/// Those of TunedBackOff::per_variable: the strengths of every feature from the common ones, which
/// are given.
Strengths tune_strengths_by_variable(const LeaveOneOut& rows, std::vector<double> common,
                                     std::size_t threads);

/// By the mean of log P(x | parents) over the rows of every table, each left out of its own.
std::vector<double> tune_strengths(std::span<const LeftOutTable> tables);

/// log P(class | row) of every row for its own class.
std::vector<double> log_likelihoods(const LeftOutPredictions& rows);

}  // namespace pgm::learners::detail
