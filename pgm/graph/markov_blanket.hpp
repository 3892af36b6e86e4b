#pragma once

#include <pgm/graph/dag.hpp>

#include <vector>

namespace pgm {

/// The Markov blanket of a vertex: its parents, its children and its children's other parents, in
/// ascending order. Given its blanket a variable is independent of all others, and the blanket is
/// the smallest set of which this holds in every network on the graph (Pearl 1988, section 3.3.1).
/// It is also the vertex's neighbourhood in the moral graph.
///
/// Throws ArgumentError for a vertex that the graph does not have.
std::vector<VariableId> markov_blanket(const Dag& dag, VariableId vertex);

}  // namespace pgm
