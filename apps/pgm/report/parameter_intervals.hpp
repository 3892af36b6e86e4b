#pragma once

#include <pgm/model/cpd/linear_gaussian_cpd.hpp>
#include <pgm/query/interval.hpp>

#include <optional>
#include <span>
#include <vector>

namespace pgm::apps {

// How sure the numbers of one distribution are, in closed form, from the weight of the rows behind
// them (BayesianNetwork::row_weights()); pgm/query/interval.hpp draws the same distributions.

/// A probability of a table whose row has a weight: Beta(w p, w (1 - p)), as part of a Dirichlet
/// distribution.
CredibleInterval interval_of_probability(double p, double weight, double probability);

/// The intercept and the slopes of a linear Gaussian: each has Student's t distribution. Null where
/// there are no more rows than parameters. `weights` are those of the row.
std::vector<std::optional<CredibleInterval>> intervals_of_regression(
    const LinearGaussianCpd::Row& row, std::span<const double> weights, double probability);

}  // namespace pgm::apps
