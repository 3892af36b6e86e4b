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

}  // namespace pgm
