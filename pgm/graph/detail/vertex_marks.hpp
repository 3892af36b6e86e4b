#pragma once

#include <pgm/graph/dag.hpp>

#include <span>
#include <vector>

namespace pgm::detail {

/// A set of vertices as one flag per vertex: membership in constant time, the form in which the
/// graph questions of this folder hold their sets. Lists of ids, in ascending order and without
/// doubles, are the form in which they hand them out.
using VertexMarks = std::vector<char>;

/// The listed vertices. Throws ArgumentError for one that the graph does not have.
VertexMarks mark(const Dag& dag, std::span<const VariableId> vertices);

/// The marked vertices in ascending order.
std::vector<VariableId> marked(const VertexMarks& marks);

}  // namespace pgm::detail
