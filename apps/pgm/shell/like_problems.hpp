#pragma once

#include <pgm/core/error.hpp>

#include <string>
#include <vector>

namespace pgm::apps {

/// Warnings and notes for people: more than three of a kind become one, the first of them, which
/// says how many there are and where the next two stand. Their order is that of the first ones;
/// errors stay as they are, for each of them wants mending.
///
///     a ';' is missing at the end of this statement; 1999 more like this, next in 14:3 and 15:3
///
/// Of a kind are messages, with their advice, that differ in nothing but numbers, what stands in
/// quotes, and the names of a distribution: P(A | B=b).
std::vector<Problem> summarised(const std::vector<Problem>& problems);

/// Notes summarised, which have no place: "..; 1999 more like this".
std::vector<std::string> summarised(const std::vector<std::string>& notes);

}  // namespace pgm::apps
