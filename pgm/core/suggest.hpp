#pragma once

#include <span>
#include <string>
#include <string_view>

namespace pgm {

/// The candidate nearest to a mistyped name, or "" when none is near: smallest edit distance (insertions, deletions, substitutions,
/// swaps of neighbours; letter case counts an eighth), at most a third of the name's length. Ties go to the earlier candidate.
std::string nearest_name(std::string_view mistyped, std::span<const std::string> candidates);

/// "did you mean 'smoke'?", or, when nothing is near, "known: a, b, c, ..." with at most eight names. The hint of every unknown-name error.
std::string did_you_mean(std::string_view mistyped, std::span<const std::string> candidates);

}  // namespace pgm
