#pragma once

#include <pgm/inference/engine.hpp>
#include <pgm/table/table.hpp>

#include <span>
#include <vector>

namespace pgm::learners::detail {

/// The pseudo-counts of a prior network: S P'(u, x) for every cell of a table with that scope, in
/// its order, P' the joint distribution in the network (Heckerman, Geiger and Chickering 1995,
/// section 6: a prior network with an equivalent sample size S). The scope's variables are
/// positions in `schema`; variables and states are matched by name.
///
/// Throws ArgumentError when the network is without one of the variables or does not have just its
/// states.
std::vector<double> prior_counts(const InferenceEngine& prior, double sample_size,
                                 const ColumnScope& scope, std::span<const Variable> schema);

}  // namespace pgm::learners::detail
