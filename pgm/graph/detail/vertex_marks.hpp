#pragma once

#include <pgm/graph/dag.hpp>

#include <span>
#include <vector>

namespace pgm::detail {

/// A set of vertices as one flag per vertex, so that membership takes constant time. The functions
/// of this room compute with such sets and return lists of ids in ascending order, without
/// duplicates.
using VertexMarks = std::vector<char>;

/// Marks the listed vertices. Throws ArgumentError for a vertex that the graph does not have.
VertexMarks mark(const Dag& dag, std::span<const VariableId> vertices);

/// The marked vertices in ascending order.
std::vector<VariableId> marked(const VertexMarks& marks);

}  // namespace pgm::detail
