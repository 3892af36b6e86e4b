#pragma once

#include <learners/score/decomposable_score.hpp>
#include <learners/search/constraints.hpp>
#include <learners/search/learned_structure.hpp>
#include <learners/search/search_control.hpp>

#include <cstddef>

namespace pgm::learners {

/// The structure of the best score of all.
///
/// Up to about 25 variables by dynamic programming over subsets (Silander and Myllymaki 2006, "A
/// simple approach for finding the globally optimal Bayesian network structure"): the best parents
/// of every variable in every subset, then the best last variable of every subset. It scores
/// n 2^(n-1) families and keeps that many doubles, whatever the data.
///
/// Beyond, up to 64 variables, by A* (Yuan and Malone 2013, "Learning optimal Bayesian networks: a
/// shortest path perspective"): a shortest path from the empty set to all variables, guided by
/// bounds that ignore cycles between groups of variables. It keeps only the parent sets that no
/// subset of theirs beats, and needs a limit on the number of parents.
///
/// Both begin with hill climbing, whose result is the answer when they are stopped.
struct Exact {
    /// Memory for scores and subsets.
    std::size_t max_bytes = std::size_t{4} << 30;

    friend bool operator==(const Exact&, const Exact&) = default;
};

/// Steps are subsets of variables that were completed. Throws what hill_climbing() throws, and
/// TooLargeError, with the number of families or subsets, when the memory would not do.
LearnedStructure exact_search(const DecomposableScore& score, const Constraints& constraints = {},
                              const SearchControl& control = {}, const Exact& options = {});

}  // namespace pgm::learners
