#pragma once

#include <learners/counting/detail/plan.hpp>
#include <learners/fit/fit_network.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/data/family_counter.hpp>

namespace pgm::learners::detail {

/// The network of a plan without a class, from available-case counts and moments. It is estimated
/// like that of a classifier (counting/detail/network_estimation.hpp); what differs is below.
///
/// Back-off tables drop the parent first that tells least about the variable by itself (mutual
/// information; of equals the later column). Level l counts the rows that have the variable and the
/// first l parents. TunedBackOff has the concentrations, the same for all variables, that make the
/// rows most probable when each in turn is left out of the counts,
///
///     sum over variables X and rows of  w log theta(x | parents), without the row,
///
/// in closed form from the counts (learners/judge/detail/left_out_table.hpp), by the coordinate
/// descent that a classifier has; only that no class is predicted.
///
/// With an exchange the data are one shard, and the network is that of all rows.
///
/// Throws ArgumentError for a prior network that does not fit, data without rows and columns
/// without values; TooLargeError for tables past the limits.
FittedNetwork network_by_counting(const Dataset& data, const FitPlan& plan,
                                  const CountExchange& exchange = {});

}  // namespace pgm::learners::detail
