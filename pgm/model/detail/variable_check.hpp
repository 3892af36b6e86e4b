#pragma once

#include <pgm/core/limits.hpp>
#include <pgm/model/detail/network_draft.hpp>

namespace pgm::detail {

/// Reports names and states of variables that are empty, too long, repeated or missing, or that
/// contain control characters.
void check_variables(const NetworkDraft& draft, const Limits& limits, ProblemList& problems);

}  // namespace pgm::detail
