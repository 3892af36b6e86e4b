#pragma once

#include <pgm/core/random.hpp>
#include <pgm/model/network.hpp>

namespace pgm::tests {

/// Shape of random influence diagrams, small enough for trees of fractions.
struct RandomDiagramOptions {
    std::size_t max_chance = 6;
    std::size_t max_decisions = 4;
    std::size_t max_configurations = 1500;
    /// Arcs put the decisions in a row, so that the diagram has recall.
    bool in_a_row = true;
    /// Pure strategies that depend on all parents.
    double max_strategies = 1e300;
};

/// A network with one to four decisions, chance variables whose tables are multiples of 1/16, zeros
/// and certain rows among them, and utilities that are small whole numbers, some of them sums of
/// others, so that there are ties. Names in an order that has nothing to do with the arcs.
BayesianNetwork random_diagram(Rng& rng, const RandomDiagramOptions& options = {});

/// Multiples of 1/16 that add up to 1.
std::vector<double> sixteenths(Rng& rng, std::size_t states);

}  // namespace pgm::tests
