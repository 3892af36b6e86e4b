#pragma once

#include <pgm/model/evidence.hpp>
#include <pgm/model/network.hpp>

namespace pgm {

/// The network as it is once somebody has set variables: for every intervened finding do(X = x),
/// the arcs into X are cut and X has state x for certain; everything else is as before (the
/// "mutilated" network; Pearl 2009, "Causality", section 3.2). Other findings are not looked at:
/// they remain evidence, on the new network.
///
///     P(y | e, do(x))  in  network   =   P(y | e)  in  intervened_network(network, do(x))
///
/// Questions need not come this way, the engine takes intervened findings directly. It is for
/// sampling, drawing and saving a network under an intervention. Ids, names and states stay the
/// same. Throws EvidenceError when a finding does not fit the network, and for an intervention on a
/// continuous variable, which would need a density with all its weight on one value.
BayesianNetwork intervened_network(const BayesianNetwork& network, const Evidence& evidence);

}  // namespace pgm
