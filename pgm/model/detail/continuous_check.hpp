#pragma once

#include <pgm/model/detail/network_draft.hpp>

namespace pgm::detail {

/// Checks the distribution of a continuous variable: that it fits the variables around it, and that
/// its numbers are what its type asks for: all finite, variances and bandwidths positive, weights
/// not negative and not all zero. `named` is what was said of the family by name, or null: arcs in
/// it must be among the parents that the distribution has. Problems go to the list, at `place`;
/// false when the family is not even known to be one.
bool check_continuous_cpd(const NetworkDraft& draft, VariableId child, const FamilyDraft* named,
                          const Location& place, ProblemList& problems);

}  // namespace pgm::detail
