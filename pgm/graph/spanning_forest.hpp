#pragma once

#include <pgm/graph/dag.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace pgm {

/// An undirected edge between two different vertices, and what it is worth.
struct WeightedEdge {
    VariableId a;
    VariableId b;
    double weight = 0;

    friend bool operator==(const WeightedEdge&, const WeightedEdge&) = default;
};

/// The spanning forest of largest total weight (Kruskal 1956, by Boost.Graph): one tree per
/// connected component, so a tree when the edges connect all vertices. Every edge that joins two
/// parts is taken, whatever the sign of its weight; who wants positive weights only leaves the
/// others out.
///
/// Among several forests of the same weight it is the one that Kruskal's rule finds when edges of
/// equal weight are tried in order of (smaller vertex, larger vertex); hence it does not depend on
/// the order of `edges`. The result is in that order of trial. Throws ArgumentError for an edge
/// that is a loop, has a vertex of `size` or more, or a weight that is not a number.
std::vector<WeightedEdge> maximum_spanning_forest(std::size_t size,
                                                  std::span<const WeightedEdge> edges);

/// The forest with every edge directed away from the roots: the vertices of `roots` first, then the
/// smallest vertex of each tree that holds none of them. Of two roots in one tree the first counts.
/// Arcs come parents first.
std::vector<Arc> rooted(std::size_t size, std::span<const WeightedEdge> forest,
                        std::span<const VariableId> roots = {});

}  // namespace pgm
