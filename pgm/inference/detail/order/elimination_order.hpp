#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
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

/// The weight of a missing edge in the greedy searches. All of them eliminate, at each step, the
/// variable whose elimination adds the cheapest set of fill edges; simplicial variables (no edge
/// missing) are free and go first. Log-weighted fill is best on most networks, the others on some
/// (docs/performance.md).
enum class FillWeight {
    log_product,  ///< log k_a * log k_b
    product,      ///< k_a * k_b
    plain,        ///< 1
};

}  // namespace pgm::detail
