#pragma once

#include <learners/search/detail/parent_sets.hpp>
#include <learners/search/detail/search_watch.hpp>
#include <pgm/graph/dag.hpp>

#include <cstddef>
#include <optional>

namespace pgm::learners::detail {

struct OrderPathResult {
    std::optional<Dag> dag;  ///< null when no DAG scores more than was known, or when stopped
    std::size_t sets = 0;    ///< that were completed
};

/// A* over the sets of variables that come first in an order (Yuan and Malone 2013). A step adds a
/// variable with its best parents among those before it. The score of the rest is bounded group by
/// group, as if all variables outside of a group came before it.
///
/// Looks only for DAGs that score more than `known`. Throws TooLargeError when it has to keep more
/// than `max_bytes`.
OrderPathResult best_order_path(const ParentSets& sets, double known, std::size_t max_bytes,
                                SearchWatch& watch);

}  // namespace pgm::learners::detail
