#pragma once

#include <learners/score/score.hpp>
#include <learners/search/search_control.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/graph/dag.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pgm::learners {

/// Scores of a structure by the known cells of a table, in the order of `scores`.
///
/// A sum over families, each on the rows that have its members, would count a missing value for the
/// arcs of its column: it takes negative terms away. So the log-likelihood is that of the known
/// cells, the others summed out, at its maximum (EM), and the other scores are
///
///     S = S(completed) - L(completed) + L(known cells),
///
/// with S and L, the log-likelihood, of the table completed by draws from the network of that
/// maximum, on average over five draws (Cheeseman and Stutz 1996, "Bayesian classification
/// (AutoClass)"). For bic and aic S - L is minus the penalty, so they are exact. Without missing
/// cells the scores are those of DataScore.
///
/// Throws what fit_network() by EM throws, and what DataScore throws.
std::vector<double> known_cells_scores(const Dataset& data, const Dag& dag,
                                       std::span<const Score> scores, std::uint64_t seed = 1,
                                       const SearchControl& control = {});

}  // namespace pgm::learners
