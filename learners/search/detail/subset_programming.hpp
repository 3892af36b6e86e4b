#pragma once

#include <learners/search/detail/family_table.hpp>
#include <learners/search/detail/search_watch.hpp>
#include <pgm/graph/dag.hpp>

#include <optional>

namespace pgm::learners::detail {

/// Bytes that best_dag() takes, the table included.
std::size_t bytes_of_subset_programming(std::size_t variables);

/// The DAG of the best score by dynamic programming over subsets (Silander and Myllymaki 2006):
///
///     best(v, S) = max over P in S of score(v, P)
///     best(W)    = max over v in W of best(W \ v) + best(v, W \ v)
///
/// Uses the table up. Null when stopped or when no DAG has a finite score.
std::optional<Dag> best_dag(FamilyTable table, SearchWatch& watch, const SearchProgress& progress);

}  // namespace pgm::learners::detail
