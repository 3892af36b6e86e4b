#pragma once

#include <pgm/model/network.hpp>

namespace pgm::tests {

// The parts of a network that formats hold which do not hold all of it. Where a format has names of
// its own for odd ones, these are taken from `again`, the network that was written and read, which
// fails the test unless they are names of letters, digits and underscores.
using KeptPart = BayesianNetwork (*)(const BayesianNetwork& network, const BayesianNetwork& again);

/// Of formats of bare numbers: variables X0, X1, ... with states 0, 1, ..., and the tables.
BayesianNetwork without_names(const BayesianNetwork& network, const BayesianNetwork& again);
BayesianNetwork without_properties(const BayesianNetwork& network, const BayesianNetwork& again);

/// Of formats whose variables have identifiers for names.
BayesianNetwork with_identifiers(const BayesianNetwork& network, const BayesianNetwork& again);
/// GeNIe and Netica have identifiers for states, too, and labels keep the names of variables.
BayesianNetwork as_in_genie(const BayesianNetwork& network, const BayesianNetwork& again);
BayesianNetwork as_in_netica(const BayesianNetwork& network, const BayesianNetwork& again);
BayesianNetwork as_in_msbn(const BayesianNetwork& network, const BayesianNetwork& again);

}  // namespace pgm::tests
