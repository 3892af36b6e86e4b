#pragma once

#include <learners/search/detail/parent_sets.hpp>
#include <learners/search/detail/search_watch.hpp>
#include <pgm/graph/dag.hpp>

#include <cstddef>

namespace pgm::learners::detail {

struct OrderPathResult {
    /// One of the best score, if the search was not stopped; at least as good as the known one.
    Dag dag;
    double bound = 0;      ///< no DAG of these parents scores more
    std::size_t sets = 0;  ///< sets of variables that were completed
};

/// A* over the sets of variables that come first in an order (Yuan and Malone 2013). A step adds a
/// variable with its best parents among those before it. The score of the rest is bounded group by
/// group, as if all variables outside of a group came before it.
///
/// Variables that are not on a cycle of possible arcs never compete, so each strongly connected
/// component of the possible arcs is a search of its own (Fan, Malone and Yuan 2014, "Finding
/// optimal Bayesian network structures with constraints learned from data").
///
/// `known` begins each of them: what cannot score more is not followed. The sets are complete and
/// have a subset of the parents of each variable of `known`. Throws TooLargeError for a component
/// of more than 64 variables, and when it has to keep more than `max_bytes`.
OrderPathResult best_order_path(const ParentSets& sets, const Dag& known, std::size_t max_bytes,
                                SearchWatch& watch);

}  // namespace pgm::learners::detail
