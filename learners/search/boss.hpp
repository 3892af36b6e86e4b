#pragma once

#include <learners/score/decomposable_score.hpp>
#include <learners/search/constraints.hpp>
#include <learners/search/learned_structure.hpp>
#include <learners/search/search_control.hpp>

#include <cstddef>
#include <cstdint>

namespace pgm::learners {

/// Best order score search (Andrews, Ramsey, Sanchez-Romero, Camchong and Kummerfeld 2023, "Fast
/// scalable and accurate discovery of DAGs using the best order score search and grow-shrink
/// trees").
///
/// An order of the variables has the score of the DAG in which every variable selects its parents
/// greedily from those before it. The search moves one variable after the other to its best place in
/// the order until no move raises the score; then the backward phase of greedy equivalence search
/// removes edges that are too many. What the selections compute is kept in one grow-shrink tree per
/// variable, so an order is scored by walks down trees, and every further start is cheap.
///
/// It is the most accurate search here that scales: 1,000 variables are no trouble.
struct Boss {
    /// Orders to begin with: the order of the variables (of their tiers), then random ones. The best
    /// result counts.
    std::size_t starts = 1;
    std::uint64_t seed = 0;

    friend bool operator==(const Boss&, const Boss&) = default;
};

/// Steps are moves of variables and changes of edges. Throws what hill_climbing() throws.
LearnedStructure best_order_score_search(const DecomposableScore& score,
                                         const Constraints& constraints = {},
                                         const SearchControl& control = {},
                                         const Boss& options = {});

}  // namespace pgm::learners
