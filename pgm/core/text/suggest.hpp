#pragma once

#include <span>
#include <string>
#include <string_view>

namespace pgm {

/// The candidate nearest to a mistyped name, or "" when none is near: the smallest edit distance
/// (insertions, deletions, substitutions, swaps of neighbours; letter case counts an eighth), at
/// most a third of the name's length; else the first that begins with the name, or that the name
/// begins with (`hours` for `hours_worked`, letter case aside). Ties go to the earlier candidate.
std::string nearest_name(std::string_view mistyped, std::span<const std::string> candidates);

/// "did you mean 'smoke'?" with the nearest by edits and those that begin alike, at most three; or,
/// when nothing is near, "known: a, b, c, ..." with at most eight names. Long names are cut. The
/// hint of every unknown-name error.
std::string did_you_mean(std::string_view mistyped, std::span<const std::string> candidates);

}  // namespace pgm
