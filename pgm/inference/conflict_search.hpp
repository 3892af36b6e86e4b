#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace pgm {

/// What a search for a minimal conflict is about: things given, numbered from 0, that together are
/// impossible.
struct ConflictQuestion {
    std::size_t count = 0;
    /// Whether one is an intervention. Taking an observation away can only make the rest more
    /// probable; taking an intervention away brings a mechanism back, and may do either.
    std::function<bool(std::size_t)> is_intervention;
    /// Whether some of them, in ascending order, cannot be true together.
    std::function<bool(std::span<const std::size_t>)> is_impossible;
};

/// A set of them that is impossible, while without any single one of it the rest is possible; in
/// ascending order.
///
/// How: a deletion filter by halves. Pieces are left out, first half of all, then quarters, down to
/// single ones, and stay out where the rest is still impossible: about 2 k log2(n) questions for a
/// conflict of k among n (Zeller and Hildebrandt 2002, "Simplifying and isolating failure-inducing
/// input"). The interventions stay while observations are left out, since what they make possible is
/// no conflict of this question; those that the conflict does not need go after them.
std::vector<std::size_t> find_conflict(const ConflictQuestion& question);

}  // namespace pgm
