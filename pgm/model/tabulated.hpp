#pragma once

#include <pgm/core/limits.hpp>
#include <pgm/model/network.hpp>

namespace pgm {

/// P(X | parents) of a discrete variable as one table, whatever kind of distribution it has: for
/// formats and formulas that have tables only. It has as many cells as there are assignments of the
/// family, where a NoisyMaxCpd takes linear space.
///
///     builder.set_cpd(tabulated(network, network.id("Fever")));
///     // the same distribution, but ready for a format that has tables only
///
/// A distribution that is a table already is copied. Throws TooLargeError, naming the variable,
/// when another one would have more than `limits.max_filled_cells` cells.
TableCpd tabulated(const BayesianNetwork& network, VariableId variable, const Limits& limits = {});

/// Throws the TooLargeError of tabulated(), if it does for any of the discrete variables: for
/// writers, before they write anything.
void require_tabulable(const BayesianNetwork& network, const Limits& limits = {});

}  // namespace pgm
