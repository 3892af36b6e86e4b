#pragma once

#include <pgm/inference/engine.hpp>
#include <pgm/model/network.hpp>

namespace pgm {

/// The Kullback-Leibler divergence of two discrete networks, in nats:
///
///     KL(P || Q) = sum over x of P(x) log( P(x) / Q(x) )
///
/// It is 0 when both are the same distribution, whatever their graphs, else positive. It is
/// infinite where P holds something possible that Q holds impossible. It is what a row drawn from P
/// costs on the average when it is predicted by Q instead of P.
///
/// The sum has as many terms as there are assignments. Yet log P and log Q are sums over families,
/// so
///
///     KL(P || Q) = sum over v of  E_P[ log P(v | pa_P(v)) ] - E_P[ log Q(v | pa_Q(v)) ],
///
/// which needs no more than the joint distribution of each family under P. The engine gives these
/// exactly, also for families of Q whose members are far apart in P. Where a variable has the same
/// parents in both networks, its two terms are taken together, so that equal tables leave an exact
/// 0. The result is accurate to about 1e-15 times the number of variables.
///
/// Variables and states are matched by name. Throws ArgumentError where they differ, where a
/// variable is continuous and where P is a mixture, and TooLargeError where exact inference in P is
/// out of reach.
double kullback_leibler_divergence(const InferenceEngine& p, const BayesianNetwork& q);
double kullback_leibler_divergence(const BayesianNetwork& p, const BayesianNetwork& q,
                                   const EngineOptions& options = {});

}  // namespace pgm
