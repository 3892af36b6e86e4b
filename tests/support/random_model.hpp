#pragma once

#include <pgm/core/random.hpp>
#include <pgm/model/evidence.hpp>
#include <pgm/model/network.hpp>

namespace pgm::tests {

/// Shape of the random networks against which engines are tested. Unlike pgm's own random networks
/// they are meant to be nasty.
struct RandomModelOptions {
    std::size_t min_variables = 2;
    std::size_t max_variables = 12;
    std::size_t max_assignments =
        4096;  ///< of all variables together, so that the oracle can walk through them
    std::size_t max_parents = 5;
    std::size_t max_table_cells = 4096;
};

/// A network with a random graph, cardinalities from 1 to 20, and tables in which smooth rows, rows
/// with zeros, rows that are certain and rows with probabilities down to 1e-300 mix. Variables X0,
/// X1, ... with states s0, s1, ..., declared in an order that has nothing to do with the arcs.
BayesianNetwork random_model(Rng& rng, const RandomModelOptions& options = {});

/// Findings on about a third of the variables: mostly observed states, some likelihoods (zeros
/// among them), a few interventions. Nothing keeps them from contradicting the network: often
/// enough they are impossible.
Evidence random_evidence(Rng& rng, const BayesianNetwork& network);

/// One distribution of k states of a random kind.
std::vector<double> random_row(Rng& rng, std::size_t states);

}  // namespace pgm::tests
