#pragma once

#include <pgm/inference/detail/graph/plan_sketch.hpp>
#include <pgm/inference/detail/plan/plan.hpp>

namespace pgm::detail {

/// The last stage of planning: the graph of contractions, a place in the arena for each of its
/// values, and an instruction for each of its nodes. Throws TooLargeError, before anything large is
/// allocated, when the arena would exceed request.max_arena_bytes, or a run
/// request.max_multiplications.
Plan compile_plan(const BayesianNetwork& network, const PlanRequest& request,
                  const PlanSketch& sketch);

/// The graph of that plan, in memory of its own. Throws where compile_plan() does.
ContractionGraph compile_graph(const BayesianNetwork& network, const PlanRequest& request,
                               const PlanSketch& sketch);

/// Throws TooLargeError when one question takes more multiplications than it may.
void check_work(std::optional<std::uint64_t> max_multiplications, double multiplications);

}  // namespace pgm::detail
