#pragma once

#include <learners/score/decomposable_score.hpp>
#include <learners/search/constraints.hpp>
#include <learners/search/learned_structure.hpp>
#include <learners/search/search_control.hpp>

namespace pgm::learners {

/// The forest of the best score: every variable has at most one parent.
///
/// With the log-likelihood this is the tree of Chow and Liu (1968), the maximum spanning tree of
/// the mutual information; with BIC, edges that do not pay for their parameters are missing.
/// Edmonds' algorithm for branchings (1967) finds it, under constraints too. Without constraints
/// and with a score that is the same for equivalent DAGs the directions are arbitrary.
///
/// (learners/structure/chow_liu.hpp is the same tree as a classifier, rooted at its class.)
struct ChowLiuTree {
    friend bool operator==(const ChowLiuTree&, const ChowLiuTree&) = default;
};

/// Throws what hill_climbing() throws, and ArgumentError where a variable has two required parents.
LearnedStructure chow_liu_tree(const DecomposableScore& score, const Constraints& constraints = {},
                               const SearchControl& control = {}, const ChowLiuTree& options = {});

}  // namespace pgm::learners
