#pragma once

#include <pgm/inference/detail/order/elimination_order.hpp>
#include <pgm/inference/detail/order/interaction_graph.hpp>

#include <limits>
#include <memory_resource>

namespace pgm::detail {

/// One greedy elimination (Rose 1974; Kjaerulff 1990), with fill counts kept up to date edge by
/// edge. Ties go to the smaller table, then to the lower number.
EliminationOrder greedy_order(const InteractionGraph& graph, FillWeight weight);

/// The cheapest of several greedy orders. The first is by log-weighted fill. Others follow, of the
/// whole family and with near ties broken at random, as long as one more costs a small share of the
/// predicted run and some still succeed. None do where the first exceeds `hopeless_cells`, for then
/// the caller has no use for a better one, or was cut short. Depends on nothing but the graph.
EliminationOrder find_elimination_order(
    const InteractionGraph& graph, double hopeless_cells = std::numeric_limits<double>::infinity(),
    std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}  // namespace pgm::detail
