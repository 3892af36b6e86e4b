#pragma once

#include <pgm/graph/dag.hpp>

#include <span>
#include <vector>

namespace pgm {

/// Separation of one set of variables from another when a third is known, or if there is none,
/// a path along which they may depend on each other.
struct DSeparation {
    bool separated = true;
    /// A shortest active path if not separated, from a member of the first set to a member of the
    /// second, neighbours joined by an arc in either direction, no vertex twice. Empty when
    /// separated.
    std::vector<VariableId> active_path;

    friend bool operator==(const DSeparation&, const DSeparation&) = default;
};

/// Are X and Y d-separated by Z ("X _||_ Y | Z")?
///
/// A path is blocked by Z at an inner vertex v
///
///     ... -> v -> ...,  ... <- v <- ...,  ... <- v -> ...     when v is in Z,
///     ... -> v <- ...  (v is a collider)                      when neither v nor any descendant
///                                                             of v is in Z,
///
/// and active when it is blocked nowhere. X and Y are d-separated when no path between them is
/// active. Then X and Y are independent given Z in *every* network on this graph; when they are
/// not, in almost every network they are dependent, yet single tables may still make them
/// independent (Pearl 1988, section 3.3; Koller and Friedman 2009, section 3.3).
///
/// The sets may overlap. Known variables are constant, so members of Z are removed from X and from
/// Y; an empty set is separated from everything. A variable that remains in both is not separated
/// from itself, and the path is that one vertex.
///
/// A breadth-first search over (vertex, whether the path came in along an arc or against one),
/// Koller and Friedman's algorithm 3.1: time linear in vertices and arcs, apart from sorting
/// neighbours, whatever the sizes of the sets. The path is shortest among the active walks, and a
/// shortest active walk visits no vertex twice. Among paths of equal length the choice depends on
/// the graph and the sets alone, not on the order within a set.
///
/// Throws ArgumentError for a vertex that the graph does not have.
DSeparation d_separation(const Dag& dag, std::span<const VariableId> x,
                         std::span<const VariableId> y, std::span<const VariableId> z);

/// All variables outside Z to which an active path leads from a member of X outside Z, those
/// members included, in ascending order. Only their distributions may change when X is learned and
/// Z is known. Takes the time of one d_separation().
std::vector<VariableId> d_connected(const Dag& dag, std::span<const VariableId> x,
                                    std::span<const VariableId> z);

}  // namespace pgm
