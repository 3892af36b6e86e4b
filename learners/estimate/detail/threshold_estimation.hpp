#pragma once

#include <learners/estimate/detail/remarks.hpp>
#include <learners/estimate/detail/threshold_regression.hpp>
#include <pgm/model/variable.hpp>

#include <span>
#include <vector>

namespace pgm::learners::detail {

/// The rows of a threshold, one for each configuration of the discrete parents, and what is known
/// of them (BayesianNetwork::row_weights()).
struct ThresholdEstimate {
    std::vector<ThresholdCpd::Row> rows;
    std::vector<double> weights;
};

/// The prior rows of a smoothing: none of mle, A of laplace:A, one of every other.
double prior_rows_of(const Smoothing& smoothing);

/// Estimates a regression for each configuration. A number that is the same in all rows, or a
/// linear function of those before it, has the slope 0, as in linear Gaussians. Without prior rows
/// a configuration without rows takes all rows, unless that is to be an error.
///
/// Adds to `remarks` such numbers, what separates the states, configurations with fewer rows than
/// coefficients, and the order of more than two states. Throws ArgumentError where a likelihood
/// without prior has no maximum: for a state that never occurs, too few rows, and states that are
/// separated.
ThresholdEstimate estimate_thresholds(const ThresholdRows& rows, const ThresholdRules& rules,
                                      std::span<const Variable> schema, Remarks& remarks);

/// The largest log-likelihood of these rows, or its limit where no coefficients attain it.
double largest_log_likelihood(const ThresholdRows& rows, Noise::Kind noise);

}  // namespace pgm::learners::detail
