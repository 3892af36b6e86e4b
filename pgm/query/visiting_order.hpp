#pragma once

#include <pgm/graph/dag.hpp>

#include <cstddef>
#include <vector>

namespace pgm {

/// For each vertex its number in a depth-first walk along the arcs, taken in either direction, from the first vertex on and again from the next one
/// that was not reached.
///
/// Neighbours in this order are close to each other in the graph. On a tree the walk from one vertex to the next crosses each arc at most twice in all, once down and once
/// back: whatever is handed on from vertex to vertex in this order adds at most two passengers to any arc.
std::vector<std::size_t> visiting_order(const Dag& dag);

}  // namespace pgm
