#pragma once

#include <pgm/model/network.hpp>

#include <cstdint>
#include <limits>
#include <vector>

namespace pgm::detail {

/// The shape of exact inference in a network: its variables in an order of elimination, each
/// hanging on the one whose table its elimination goes into.
///
/// Eliminating the variables of the moral graph in turn, and joining the remaining neighbours of
/// each, makes one clique per variable: itself and the neighbours that are eliminated later. The
/// parent of a variable is the first of these to be eliminated. A variable occurs in its own clique
/// and in those of a connected piece of the forest below it, so the cliques hang together as a
/// junction tree does (Liu 1990, "The role of elimination trees in sparse factorization"). The
/// parent always comes later than the child; the last variable of each connected component has
/// none. Variables that are left where exact inference is out of reach
/// (EliminationOrder::is_cut_short) count as one clique.
struct EliminationForest {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    std::vector<VariableId> variable;     ///< at each position of the order
    std::vector<std::uint32_t> position;  ///< of each variable
    std::vector<std::uint32_t> parent;    ///< of each position: a later position, or none
};

/// The forest of one greedy elimination (pgm/inference/detail/order/order_search.hpp). No
/// recursion; a chain of any length will do.
EliminationForest elimination_forest(const BayesianNetwork& network);

}  // namespace pgm::detail
