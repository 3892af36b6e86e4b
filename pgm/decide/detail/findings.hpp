#pragma once

#include <pgm/model/evidence.hpp>

namespace pgm::detail {

/// True if a finding fixes the state of a variable.
bool is_fixed(const Evidence& evidence, VariableId variable);

/// Throws ArgumentError for a finding on a continuous variable or a utility, and EvidenceError for
/// one that does not fit the network.
void check_findings(const BayesianNetwork& network, const Evidence& evidence);

}  // namespace pgm::detail
