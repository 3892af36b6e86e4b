#pragma once

#include <pgm/inference/posterior.hpp>
#include <pgm/model/network.hpp>
#include <pgm/query/query.hpp>

#include <functional>
#include <span>

namespace pgm::detail {

/// P(X | given) of each target, for a given without imposed posteriors.
using MarginalsGiven =
    std::function<Posterior(std::span<const VariableId> targets, const Given& given)>;

/// Jeffrey's rule as virtual evidence: the given with a likelihood in place of each imposed
/// posterior, under which the variable has just this posterior.
///
/// For one variable it is l_i = p_i / P(X = i | rest) (Chan and Darwiche 2005, "On the revision of
/// probabilistic beliefs using uncertain evidence"). For several, each fitted in turn spoils the
/// ones before a little, so they are fitted round after round, in order of ids: iterative
/// proportional fitting, which converges to the one distribution with these marginals that is
/// nearest to the given one in the sense of Kullback and Leibler (Csiszar 1975, "I-divergence
/// geometry of probability distributions"). It ends when every marginal agrees to 1e-12. The
/// likelihoods are scaled so that log P(given) is that of the rest.
///
/// A given whose rest is impossible is given back without its imposed posteriors. Throws
/// EvidenceError for a positive probability of a state that is impossible given the rest, and where
/// the rounds do not converge: at most 1000 of them, and the largest difference halved every 100.
Given with_fitted_likelihoods(const Given& given, const BayesianNetwork& network,
                              const MarginalsGiven& marginals);

}  // namespace pgm::detail
