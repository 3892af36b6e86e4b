#pragma once

#include <learners/score/decomposable_score.hpp>
#include <learners/search/constraints.hpp>
#include <learners/search/learned_structure.hpp>
#include <learners/search/search_control.hpp>

namespace pgm::learners {

/// Greedy equivalence search (Chickering 2002, "Optimal structure identification with greedy
/// search").
///
/// It moves among Markov equivalence classes instead of DAGs: the forward phase adds one edge at a
/// time, the backward phase removes one at a time, always with the largest gain, and the phases
/// alternate as long as the score rises. With a score that is the same for equivalent DAGs (BIC,
/// BDeu) and consistent, it finds the true class as the number of rows grows.
///
/// Under constraints it moves among the classes that have a member which obeys them, and returns
/// one; among classes that the constraints divide, greedy search has no guarantee.
struct Ges {
    friend bool operator==(const Ges&, const Ges&) = default;
};

/// Steps are changes of one edge. Throws what hill_climbing() throws.
LearnedStructure greedy_equivalence_search(const DecomposableScore& score,
                                           const Constraints& constraints = {},
                                           const SearchControl& control = {},
                                           const Ges& options = {});

}  // namespace pgm::learners
