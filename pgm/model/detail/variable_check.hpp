#pragma once

#include <pgm/core/limits.hpp>
#include <pgm/model/detail/network_draft.hpp>

namespace pgm::detail {

/// Reports what is wrong with the names and states of the variables of a draft: empty, too long,
/// with control characters, given twice, missing.
void check_variables(const NetworkDraft& draft, const Limits& limits, ProblemList& problems);

}  // namespace pgm::detail
