#pragma once

#include <pgm/inference/detail/order/elimination_order.hpp>
#include <pgm/inference/detail/order/interaction_graph.hpp>

#include <cstdint>
#include <vector>

namespace pgm::detail {

/// The cliques that eliminating variables in an order makes of an undirected graph: one per
/// variable that was chosen, itself and those of its neighbours, given or joined by an earlier
/// elimination, that are eliminated later (Liu 1990, "The role of elimination trees in sparse
/// factorization"). The variables that follow where the order was cut short have no cliques.
struct EliminationCliques {
    std::vector<std::uint32_t> position;            ///< of each variable in the order
    std::vector<std::vector<std::uint32_t>> later;  ///< by position: those of its clique, ascending

    /// The sum of the sizes of `later`: the edges that the graph has with those of elimination.
    std::size_t edges() const;
};

EliminationCliques elimination_cliques(const InteractionGraph& graph,
                                       const EliminationOrder& order);

}  // namespace pgm::detail
