#pragma once

#include <pgm/core/limits.hpp>
#include <pgm/model/detail/draft.hpp>

namespace pgm::detail {

/// Reports names and states of variables that are empty, too long, repeated or missing, or that
/// contain control characters.
void check_variables(const Draft& draft, const Limits& limits, ProblemList& problems);

}  // namespace pgm::detail
