#pragma once

#include <pgm/graph/dag.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// An undirected edge between two different vertices, with its weight.
struct WeightedEdge {
    VariableId a;
    VariableId b;
    double weight = 0;

    friend bool operator==(const WeightedEdge&, const WeightedEdge&) = default;
};

/// The spanning forest of largest total weight (Kruskal 1956), with one tree per
/// connected component. Every edge that joins two components is used, whatever the sign of its
/// weight; callers that want positive weights only leave the other edges out.
///
/// Edges of equal weight are tried in order of (smaller vertex, larger vertex), so the result does
/// not depend on the order of `edges`. The result lists edges in the order in which they were
/// tried. Throws ArgumentError for a loop, a vertex number of `size` or more, and a weight that is
/// not a number.
std::vector<WeightedEdge> maximum_spanning_forest(std::size_t size,
                                                  std::span<const WeightedEdge> edges);

/// Directs every edge of the forest away from the roots. The roots are the vertices of `roots` (the
/// first one, if several are in one tree) and the smallest vertex of each tree without any. Arcs
/// into a parent come before the arcs from it.
std::vector<Arc> rooted(std::size_t size, std::span<const WeightedEdge> forest,
                        std::span<const VariableId> roots = {});

}  // namespace pgm::learners::detail
