#pragma once

#include <learners/search/constraints.hpp>
#include <learners/search/detail/search_watch.hpp>
#include <learners/search/detail/skeleton_search.hpp>
#include <pgm/graph/partially_directed_graph.hpp>

namespace pgm::learners::detail {

/// Directs what constraints direct: required arcs, and edges of which only one direction is
/// allowed.
void direct_by_constraints(PartiallyDirectedGraph& graph, const AllowedArcs& allowed);

/// The skeleton that the search left, with the directions that constraints and the v-structures of
/// separating sets give, and what follows from these. Where the watch stops it, some of these are
/// missing.
PartiallyDirectedGraph directed_skeleton(const SkeletonSearch& search, const IndependenceTest& test,
                                         const AllowedArcs& allowed, SearchWatch& watch);

/// A DAG that obeys the constraints and contradicts the graph as little as pc() says. It has no
/// connection that the graph does not have.
Dag nearest_member(const PartiallyDirectedGraph& graph, const SkeletonSearch& search,
                   const AllowedArcs& allowed);

}  // namespace pgm::learners::detail
