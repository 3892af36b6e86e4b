#pragma once

#include <learners/score/decomposable_score.hpp>
#include <learners/search/constraints.hpp>
#include <learners/search/learned_structure.hpp>
#include <learners/search/search_control.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace pgm::learners {

/// Best order score search (Andrews, Ramsey, Sanchez-Romero, Camchong and Kummerfeld 2023, "Fast
/// scalable and accurate discovery of DAGs using the best order score search and grow-shrink
/// trees").
///
/// An order of the variables has the score of the DAG in which every variable selects its parents
/// greedily from those before it. The search moves one variable after the other to its best place
/// in the order until no move raises the score; then the backward phase of greedy equivalence
/// search removes edges that are too many. What the selections compute is kept in one grow-shrink
/// tree per variable, so an order is scored by walks down trees, and every further start is cheap.
///
/// The paper leaves the first order open. Here the first start is an order of the result of Ges,
/// the second one of Tabu's; both results count, so from two starts on the score is never below
/// theirs. Further starts are in turn an order of the best structure so far in which many variables
/// are moved, and a random order. After removing edges, greedy equivalence search goes
/// on in both directions, and its result is the next order as long as that helps.
struct Boss {
    /// Further starts after the first one; null: 19 for up to 64 variables, 9 for up to 128, 2 for
    /// up to 256, 1 beyond.
    std::optional<std::size_t> restarts = std::nullopt;
    std::uint64_t seed = 0;

    friend bool operator==(const Boss&, const Boss&) = default;
};

/// Steps are moves of variables and changes of edges. Throws what hill_climbing() throws.
LearnedStructure best_order_score_search(const DecomposableScore& score,
                                         const Constraints& constraints = {},
                                         const SearchControl& control = {},
                                         const Boss& options = {});

}  // namespace pgm::learners
