#pragma once

#include <pgm/graph/dag.hpp>

#include <vector>

namespace pgm {

/// All vertices in topological order: every parent comes before its children.
///
/// Of the many such orders this is the lexicographically smallest: among the vertices whose parents
/// have all been listed, the one declared first comes next. It therefore depends on the graph
/// alone, and a network whose parents are declared first is listed as declared. (The order of
/// boost::topological_sort depends on the order in which arcs were added.)
///
/// Kahn (1962), "Topological sorting of large networks", with a heap: O(n log n + m) for n vertices
/// and m arcs.
std::vector<VariableId> topological_order(const Dag& dag);

}  // namespace pgm
