#pragma once

#include <pgm/core/random.hpp>
#include <pgm/graph/dag.hpp>

namespace pgm::tests {

/// A random graph: each pair of vertices is joined with the given probability, in the direction of
/// a random order of the vertices; the arcs are added in random order as well.
Dag random_dag(Rng& rng, std::size_t size, double arc_probability);

/// A random subset of 0 ... size-1, each member with the given probability.
std::vector<VariableId> random_subset(Rng& rng, std::size_t size, double probability);

/// 0 ... n-1 in random order.
std::vector<std::size_t> random_permutation(Rng& rng, std::size_t size);

}  // namespace pgm::tests
