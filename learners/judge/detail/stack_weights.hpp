#pragma once

#include <pgm/core/stop_token.hpp>

#include <span>
#include <vector>

namespace pgm::learners::detail {

/// The weights w of a mixture that maximise
///
///     sum_i n_i log sum_m w_m exp(log_likelihoods[m][i]) + 2 sum_m log w_m,    sum_m w_m = 1
///
/// by expectation maximisation from equal weights. n_i are the weights of the rows; no logarithm
/// counts as less than -30. The second sum is a prior sample size of two for every member, which
/// keeps the weights near each other where there are few rows to tell the members apart. Where the
/// members have different numbers of rows, the first that all of them have count. Weights below
/// 0.001 become 0, and the others are found again without these. When it is stopped, the weights
/// are as far as they came, better than equal ones.
std::vector<double> stack_weights(std::span<const std::vector<double>> log_likelihoods,
                                  std::span<const double> row_weights, const StopToken& stop = {});

}  // namespace pgm::learners::detail
