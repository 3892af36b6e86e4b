#pragma once

#include <learners/score/decomposable_score.hpp>
#include <learners/search/arc_confidence.hpp>
#include <learners/search/constraints.hpp>
#include <learners/search/search_control.hpp>

#include <cstddef>
#include <optional>

namespace pgm::learners {

/// The posterior probability of every arc, exactly, for small networks (Koivisto and Sood 2004,
/// "Exact Bayesian structure discovery in Bayesian networks").
///
/// It sums exp(score) over all DAGs by dynamic programming over subsets, so the score should be the
/// logarithm of a marginal likelihood (K2, BDeu; BIC approximates one). The prior is order modular:
/// every order of the variables has the same probability, and so has every DAG that an order
/// allows. So a DAG weighs as much as it has topological orders, which favours sparse structures;
/// equivalent DAGs may have different weights.
///
/// DAGs that break the constraints have probability 0. Nothing is returned when the control stops
/// it: there are no partial sums worth having. Time and memory grow as n 2^n: about 20 variables.
/// Throws TooLargeError with the number of bytes past `max_bytes`, and ArgumentError when no DAG
/// has a finite score.
std::optional<ArcConfidence> arc_posterior(const DecomposableScore& score,
                                           const Constraints& constraints = {},
                                           const SearchControl& control = {},
                                           std::size_t max_bytes = std::size_t{4} << 30);

}  // namespace pgm::learners
