#pragma once

#include <pgm/graph/dag.hpp>

#include <vector>

namespace pgm {

/// All vertices, every parent before its children.
///
/// Of the many such orders it is the lexicographically smallest: among the vertices whose parents
/// have all been listed, the one declared first comes next. It therefore depends on the graph
/// alone, not on the order in which arcs were added, and a network declared parents first is listed
/// as declared. (boost::topological_sort gives some order, which follows the arcs' insertion.)
///
/// Kahn (1962), "Topological sorting of large networks", with a heap: O(n log n + m) for n vertices
/// and m arcs.
std::vector<VariableId> topological_order(const Dag& dag);

}  // namespace pgm
