#pragma once

#include <learners/counting/detail/fit_run.hpp>
#include <pgm/core/stop_token.hpp>

#include <span>
#include <vector>

namespace pgm::learners::detail {

/// The members that a pool keeps, and their weights, which sum to 1.
struct WeightedMembers {
    std::vector<const FitResult*> members;
    std::vector<double> weights;  ///< positive
};

/// Numbers in all tables and densities of a member.
double cells_of(const FitResult& member);

/// Weighs the members by what they predict of the rows (judge/detail/stack_weights.hpp) and drops
///
///  - those that are the network of an earlier one, as aode+select is that of aode where it keeps
///    all features;
///  - those of no weight;
///  - while the tables of all have more cells than `most_cells`, the one of least weight per cell,
///    after which the others are weighed again. One always stays.
WeightedMembers weighed(std::span<const FitResult* const> members,
                        std::span<const double> row_weights, double most_cells,
                        const StopToken& stop);

/// The weighted mean of the members as one classifier, and what it predicts of the rows that they
/// predicted without having learned from them. Its words and remarks are those of all members, and
/// its temperature is chosen by its predictions where all members have one. A member that is left
/// alone keeps its own.
FitResult pooled(const WeightedMembers& pool, const StopToken& stop);

}  // namespace pgm::learners::detail
