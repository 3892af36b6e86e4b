#pragma once

#include <learners/em/detail/em_model.hpp>
#include <learners/estimate/detail/remarks.hpp>
#include <pgm/model/network.hpp>

#include <optional>

namespace pgm::learners::detail {

/// The M-step of expectation maximisation (Dempster, Laird and Rubin 1977): the network that
/// maximises the expected log-likelihood, plus the logarithm of the prior that smoothing stands
/// for. With n_ux the expected counts of a table and a the pseudo-count of a cell,
///
///     P(x | u) = (n_ux + a) / (n_u + r a),
///
/// r being the states of the child; a Gaussian is the regression of the expected moments. It is
/// estimation from sums as from any counts. `smoothing` replaces that of the options.
BayesianNetwork maximise(const EmModel& model, const Sums& sums, Remarks& remarks,
                         const std::optional<Smoothing>& smoothing = std::nullopt);

/// The logarithm of the density of the prior that smoothing stands for at the network's tables,
/// without its constant: the sum of n' log P(x | u) over all cells, n' being what is added to
/// counts. 0 where nothing is.
double log_prior(const EmModel& model, const BayesianNetwork& network);

}  // namespace pgm::learners::detail
