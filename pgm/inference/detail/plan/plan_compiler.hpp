#pragma once

#include <pgm/inference/detail/plan/plan_sketch.hpp>

namespace pgm::detail {

/// The second stage: the contraction tree, the derivatives, the layout of the arena and the list of
/// instructions. Throws TooLargeError, before anything large is allocated, when the arena would
/// exceed request.max_arena_bytes.
Plan compile_plan(const BayesianNetwork& network, const PlanRequest& request,
                  const PlanSketch& sketch);

}  // namespace pgm::detail
