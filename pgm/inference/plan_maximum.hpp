#pragma once

#include <pgm/inference/plan.hpp>
#include <pgm/inference/wide_number.hpp>

#include <cstdint>
#include <vector>

namespace pgm {

/// Reads a maximising assignment off the arena of a plan (Task::maximum) that was run: `chosen` gets the state, a number among the kept ones, of every variable in
/// plan.kept. The forward run has left a table for each elimination; backwards through them, the best states of what was eliminated follow from the states of the others
/// (Dechter 1999, section 5). Where several are as good it is the first one in the order of the axes.
void read_maximum(const Plan& plan, const double* arena, std::vector<std::uint32_t>& chosen);
void read_maximum(const Plan& plan, const WideNumber* arena, std::vector<std::uint32_t>& chosen);

}  // namespace pgm
