#pragma once

#include <pgm/core/detail/extended_range.hpp>
#include <pgm/inference/detail/plan/plan.hpp>

#include <cstdint>
#include <vector>

namespace pgm::detail {

/// Appends to a plan in the making the step that chooses the states of what a maximising node of
/// its graph reduces. The cells of the operands are left to the caller.
MaximumStep& append_maximum_step(Plan& plan, const ContractionGraph& graph,
                                 ContractionGraph::Value made);

/// Reads a maximising assignment off the arena of a plan (Task::maximum) that was run: `chosen`
/// gets the state, a number among the kept ones, of every variable in plan.kept. The forward run
/// has left a table for each elimination; backwards through them, the best states of what was
/// eliminated follow from the states of the others (Dechter 1999, section 5). Where several are as
/// good it is the first one in the order of the axes.
void read_maximum(const Plan& plan, const double* arena, std::vector<std::uint32_t>& chosen);
void read_maximum(const Plan& plan, const ExtendedNumber* arena,
                  std::vector<std::uint32_t>& chosen);

}  // namespace pgm::detail
