#pragma once

#include <pgm/data/family_counts.hpp>

namespace pgm::learners::detail {

/// log P(child | parents) of the counted rows with the parameters of maximum likelihood, in nats:
/// the sum of n_jk ln(n_jk / n_j). The counts need not be whole numbers; expected ones are not.
double log_likelihood(const FamilyCounts& counts);

/// Both criteria approximate how much of a likelihood L is owed to fitting: AIC estimates the
/// expected log-likelihood of new rows, BIC the logarithm of the marginal likelihood. BIC costs
/// more per parameter from 8 rows on, and finds the true structure where there is one.

/// L - k for k free parameters (Akaike 1974). Larger is better.
double aic(double log_likelihood, double parameters);

/// L - k ln(n) / 2 for n rows (Schwarz 1978). Larger is better; n below 1 counts as 1.
double bic(double log_likelihood, double parameters, double rows);

}  // namespace pgm::learners::detail
