#pragma once

#include <learners/counting/detail/fit_run.hpp>
#include <pgm/core/stop_token.hpp>

#include <span>
#include <vector>

namespace pgm::learners::detail {

/// The members that a stack keeps, and their weights, which sum to 1.
struct StackMembers {
    std::vector<FitResult> members;
    std::vector<double> weights;  ///< positive
};

/// Weighs the members by what they predict of the rows (choose/detail/stack_weights.hpp) and drops
///
///  - those that are the network of an earlier one, as aode+select is that of aode where it keeps
///    all features;
///  - those of no weight;
///  - while the tables of all have more cells than `most_cells`, the one of least weight per cell,
///    after which the others are weighed again. One always stays.
StackMembers keep_members(std::vector<FitResult> members, std::span<const double> row_weights,
                          double most_cells, const StopToken& stop);

}  // namespace pgm::learners::detail
