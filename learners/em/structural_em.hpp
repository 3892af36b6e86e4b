#pragma once

#include <learners/counting/fit_options.hpp>
#include <learners/estimate/missing_cells.hpp>
#include <learners/score/decomposable_score.hpp>
#include <learners/search/search_control.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/graph/dag.hpp>

#include <cstddef>
#include <functional>
#include <vector>

namespace pgm::learners {

/// A search for a structure: the graph over the score's variables that it finds best.
using StructureSearch = std::function<Dag(const DecomposableScore& score)>;

/// Limits of structural EM.
struct StructuralEmOptions {
    std::size_t rounds = 20;  ///< searches at most
};

/// The result of structural EM.
struct StructuralEmResult {
    BayesianNetwork network;
    EmReport report;          ///< of the parameters of that network
    std::vector<double> bic;  ///< of the network after every round, the start first; it rises
    bool converged = false;   ///< no search found a better structure
    bool partial = false;     ///< it was stopped
};

/// A structure and its parameters from a table with missing values and with hidden variables
/// (Friedman 1998, "The Bayesian structural EM algorithm").
///
///     const auto climb = [](const DecomposableScore& score) { return hill_climbing(score).dag; };
///     structural_em(data, {.structure = "A; B; C; D"}, climb);
///
/// A round completes the data in expectation under the network so far and has `search` maximise the
/// expected BIC,
///
///     score(X | U) = max sum N log theta - (number of parameters) / 2 log n,
///
/// N the expected counts of the family; the best structure's parameters start at these and go on by
/// EM. A structure with a better expected score has a better BIC of the known cells, too, so the
/// BIC rises until a search finds no better structure. That is a local optimum: cells that were
/// completed under an arc are evidence for the arc.
///
/// It differs from a search with a score of complete rows in using every row, and in learning arcs
/// of hidden variables. `options.structure` is the first structure, user-defined, which names all
/// variables and declares those that are hidden; hidden variables without arcs stay so, for
/// independence is a stationary point. The score's variables are the columns that it names in the
/// order of the table, then the hidden ones. All must be discrete. Families that the search asks
/// for are remembered through a round.
///
/// Throws what fit_network() throws, ArgumentError for continuous columns and for a graph over
/// other variables.
StructuralEmResult structural_em(const Dataset& data, const Fit& options,
                                 const StructureSearch& search,
                                 const StructuralEmOptions& rounds = {},
                                 const SearchControl& control = {});

}  // namespace pgm::learners
