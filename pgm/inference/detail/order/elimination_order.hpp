#pragma once

#include <pgm/inference/detail/order/interaction_graph.hpp>

#include <cstdint>
#include <limits>
#include <vector>

namespace pgm::detail {

/// A clique of more cells cannot be computed whatever the limits are: going through it once would
/// take more than a month, and its table 72 petabytes. (To count it, a double would no longer do.)
/// A search that finds no cheaper one to go on with ends there.
inline constexpr double most_clique_cells = 0x1p53;

/// The order in which to sum variables out, and what it costs.
struct EliminationOrder {
    explicit EliminationOrder(std::pmr::memory_resource* memory = std::pmr::get_default_resource())
        : order(memory), largest(memory) {}

    /// The search ended at a clique of more than most_clique_cells. What the order costs is then
    /// that of its first `chosen` variables, a lower bound.
    bool is_cut_short() const { return chosen < order.size(); }

    std::pmr::vector<std::uint32_t> order;  ///< all variables, first eliminated first
    std::size_t chosen = 0;  ///< so many were searched for; the rest follows stage by stage
    double total_cells =
        0;  ///< sum over all eliminations of the table made: proportional to the time of a run
    double largest_cells = 0;                 ///< of one of them
    std::pmr::vector<std::uint32_t> largest;  ///< the variables of that clique
    double first_total_cells = 0;             ///< total_cells of the first order that was tried
    double further_tries_seconds = 0;         ///< predicted, of the orders that were tried after it
};

/// What a missing edge costs the greedy search. All of them eliminate, at each step, the variable
/// whose neighbours lack the cheapest set of edges; simplicial variables (no edge missing) are free
/// and go first. Log-weighted fill is best on most networks, the others on some
/// (docs/performance.md).
enum class FillWeight {
    log_product,  ///< log k_a * log k_b
    product,      ///< k_a * k_b
    plain,        ///< 1
};

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
