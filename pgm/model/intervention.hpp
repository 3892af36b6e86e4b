#pragma once

#include <pgm/model/evidence.hpp>
#include <pgm/model/network.hpp>

namespace pgm {

/// The network after interventions (Pearl's "mutilated" network; "Causality", 2009, section 3.2).
/// For every finding do(X = x) the arcs into X are removed and X has state x with probability 1;
/// everything else is unchanged. Findings of other kinds are ignored here: they remain evidence, to
/// be given with a question about the new network.
///
///     P(y | e, do(x))  in  network   =   P(y | e)  in  intervened_network(network, do(x))
///
/// The engine accepts interventions directly, so questions do not need this function; sampling,
/// drawing and saving a network under an intervention do. Ids, names and states stay the same.
/// Throws EvidenceError when a finding does not fit the network, and for an intervention on a
/// continuous variable, because no density has all its mass on one value.
BayesianNetwork intervened_network(const BayesianNetwork& network, const Evidence& evidence);

}  // namespace pgm
