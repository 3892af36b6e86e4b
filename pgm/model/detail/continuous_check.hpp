#pragma once

#include <pgm/model/detail/network_draft.hpp>

namespace pgm::detail {

/// Checks the distribution of a continuous variable: that it fits the variables around it, that its
/// numbers are finite, variances and bandwidths positive, and weights not negative and not all
/// zero. `named` is what was declared of the family by name, or null; its arcs must come from
/// parents of the distribution. Problems are added to the list at `location`. Returns false when
/// the parents themselves are wrong.
bool check_continuous_cpd(const NetworkDraft& draft, VariableId child, const FamilyDraft* named,
                          const Location& location, ProblemList& problems);

}  // namespace pgm::detail
