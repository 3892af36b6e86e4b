#pragma once

#include <learners/search/constraints.hpp>

#include <span>
#include <string_view>

namespace pgm::learners {

/// Reads constraints from a text, one a line; `#` begins a comment:
///
///     require A -> B
///     forbid  B -> C
///     tier 1: Age, Sex
///     tier 2: Smoking
///     max parents 3
///
/// Names follow the rules of the query language. Throws ParseError with `file`, line and column for
/// anything else, for a name that is none of `names` (with a suggestion) and for a variable in two
/// tiers.
Constraints parse_constraints(std::string_view text, std::span<const std::string_view> names,
                              std::string_view file = {});

}  // namespace pgm::learners
