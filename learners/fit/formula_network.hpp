#pragma once

#include <learners/fit/fit_network.hpp>
#include <pgm/causal/effect.hpp>
#include <pgm/data/dataset.hpp>

#include <span>

namespace pgm::learners {

/// A table as the distribution that the formula of an effect is about. The effect that a graph
/// identifies is then standardised from the rows, without assumptions beyond the graph of causes:
///
///     P(y | do(x)) = sum_z P(y | x, z) P(z)
///
/// with relative frequencies P(y | x, z) = n(x, y, z) / n(x, z) and P(z) = n(z) / n.
///
/// The network has the variables of the graph under the same ids, those of the formula joined by
/// all arcs, so that no independence smooths a frequency. It differs from the network that
/// fit_network() makes of the graph in this, and in that hidden variables, and others that the
/// formula does not name, need no column; they have one state. Its row weights are the counts: the
/// intervals of credible_intervals() are those of the Bayesian bootstrap (Rubin 1981, "The Bayesian
/// bootstrap", Annals of Statistics 9).
///
/// Columns of numbers are linear Gaussians, which makes adjustment a regression on the cause and
/// the set. Then the formula has to be an adjustment, and do(X = x) in the network is its value
/// (interventional_mean()); a number adjusts for a discrete cause as if the two were independent,
/// which changes P(X | Z) and not the formula.
///
/// Rows without a value of the formula do not count, which is a remark. Throws ArgumentError for a
/// variable of the formula that has no column, for a table without a whole row, and for a discrete
/// effect of a number; TooLargeError where the joint table is past the limits.
FittedNetwork formula_network(const Dataset& data, std::span<const Variable> variables,
                              const EffectAnalysis& analysis);

}  // namespace pgm::learners
