#pragma once

#include <pgm/graph/dag.hpp>

#include <span>
#include <vector>

namespace pgm {

/// Ancestors and descendants. All results are in ascending order. The functions take time linear in
/// the visited part of the graph, plus one flag per vertex, and throw ArgumentError for a vertex
/// that the graph does not have.
///
/// The ancestors of a set are the vertices from which a directed path of at least one arc leads to
/// a member: in A -> B -> C the ancestors of {B, C} are {A, B}. A vertex is not its own ancestor.
std::vector<VariableId> ancestors(const Dag& dag, std::span<const VariableId> vertices);
std::vector<VariableId> ancestors(const Dag& dag, VariableId vertex);

/// The vertices to which a directed path of at least one arc leads from a member of the set.
std::vector<VariableId> descendants(const Dag& dag, std::span<const VariableId> vertices);
std::vector<VariableId> descendants(const Dag& dag, VariableId vertex);

/// The smallest ancestral set that contains the given one: its members and all their ancestors.
/// Every vertex outside it is barren for questions about the members: its table sums to 1 and can
/// be left out (Shachter 1986).
std::vector<VariableId> ancestral_set(const Dag& dag, std::span<const VariableId> vertices);

/// The Markov blanket of a vertex: its parents, its children and its children's other parents, in
/// ascending order. Given its blanket a variable is independent of all others, and the blanket is
/// the smallest set of which this holds in every network on the graph (Pearl 1988, section 3.3.1).
/// It is also the vertex's neighbourhood in the moral graph.
///
/// Throws ArgumentError for a vertex that the graph does not have.
std::vector<VariableId> markov_blanket(const Dag& dag, VariableId vertex);

/// The vertices that some path of at most so many arcs, in either direction, leads to from one of
/// these, with these, in ascending order.
std::vector<VariableId> within_steps(const Dag& dag, std::span<const VariableId> from,
                                     std::size_t steps);

/// All vertices in topological order: every parent comes before its children.
///
/// This is the lexicographically smallest of such orders: among the vertices whose parents have all
/// been listed, the one declared first comes next. It therefore depends on the graph alone, and a
/// network whose parents are declared first is listed as declared. (The order of
/// boost::topological_sort depends on the order in which arcs were added.)
///
/// Kahn (1962), "Topological sorting of large networks", with a heap: O(n log n + m) for n vertices
/// and m arcs.
std::vector<VariableId> topological_order(const Dag& dag);

}  // namespace pgm
