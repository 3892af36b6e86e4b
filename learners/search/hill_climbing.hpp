#pragma once

#include <learners/score/decomposable_score.hpp>
#include <learners/search/constraints.hpp>
#include <learners/search/learned_structure.hpp>
#include <learners/search/search_control.hpp>

#include <cstddef>
#include <cstdint>

namespace pgm::learners {

/// Greedy hill climbing in the space of DAGs.
///
/// It begins with the required arcs alone and takes, again and again, the best addition, removal or
/// reversal of one arc, until none raises the score by more than rounding may. Such a structure may
/// have equivalent ones from which a move does lead on (Castelo and Kocka 2003), so edges are then
/// added to its class and removed from it as Ges does, and if that raises the score it climbs on.
/// A restart perturbs the best structure found by random changes and climbs again.
///
/// It differs from Tabu, which also goes on by worse moves, and from Ges and Boss, which do not
/// search DAGs one by one.
///
/// The gains of all arcs are kept; a move makes only those of the one or two children whose parents
/// it changed again. So a step costs n family scores for n variables, the start n^2, and the memory
/// is n^2 doubles.
struct HillClimbing {
    std::size_t restarts = 0;
    std::size_t perturbations = 0;  ///< random changes at a restart; 0: one per variable
    std::uint64_t seed = 0;

    friend bool operator==(const HillClimbing&, const HillClimbing&) = default;
};

/// Steps are moves. Ties are decided by the numbers of the variables. Throws ArgumentError for
/// constraints that contradict themselves or whose required parents have no finite score, and
/// TooLargeError, before the gains are allocated, for too many variables.
LearnedStructure hill_climbing(const DecomposableScore& score, const Constraints& constraints = {},
                               const SearchControl& control = {}, const HillClimbing& options = {});

}  // namespace pgm::learners
