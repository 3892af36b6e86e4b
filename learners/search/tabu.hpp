#pragma once

#include <learners/score/decomposable_score.hpp>
#include <learners/search/constraints.hpp>
#include <learners/search/learned_structure.hpp>
#include <learners/search/search_control.hpp>

#include <cstddef>
#include <cstdint>

namespace pgm::learners {

/// Tabu search in the space of DAGs (Glover 1986).
///
/// It takes the same steps as HillClimbing, but at a local optimum it goes on with the best move
/// that there is, even a worse one, as long as that leads to none of the last `length` structures.
/// It ends after `escapes` moves in a row without a new best score.
struct Tabu {
    std::size_t length = 10;
    std::size_t escapes = 10;
    std::size_t restarts = 0;
    std::size_t perturbations = 0;  ///< random changes at a restart; 0: one per variable
    std::uint64_t seed = 0;

    friend bool operator==(const Tabu&, const Tabu&) = default;
};

/// Steps and errors are those of hill_climbing().
LearnedStructure tabu_search(const DecomposableScore& score, const Constraints& constraints = {},
                             const SearchControl& control = {}, const Tabu& options = {});

}  // namespace pgm::learners
