#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace pgm::detail {

/// The input of a search for a minimal conflict: things given, numbered from 0, that together are
/// impossible.
struct ConflictQuestion {
    std::size_t count = 0;
    /// True if one is an intervention. Taking an observation away can only make the rest more
    /// probable; taking an intervention away brings a mechanism back, and may do either.
    std::function<bool(std::size_t)> is_intervention;
    /// True if some of them, in ascending order, cannot be true together.
    std::function<bool(std::span<const std::size_t>)> is_impossible;
    /// True if `kept` cannot be true together with `seen`, interventions that here are observed
    /// instead: X = x beside its mechanism, not do(X = x). Without it more questions are asked.
    std::function<bool(std::span<const std::size_t> kept, std::span<const std::size_t> seen)>
        is_impossible_with_seen{};
};

/// A set of them that is impossible, while every smaller set within it is possible; in ascending
/// order.
///
/// How: a deletion filter by halves. Pieces are left out, first half of all, then quarters, down to
/// single ones, and stay out where the rest is still impossible: about 2 k log2(n) questions for a
/// conflict of k among n (Zeller and Hildebrandt 2002, "Simplifying and isolating failure-inducing
/// input"). The interventions stay while observations are left out, since what they make possible
/// is no conflict of this question; those that the conflict does not need go after them.
///
/// Leaving out one at a time shows that a set is minimal where it holds one intervention at most,
/// for observations left out never make an impossible set of the rest. Interventions may: with two
/// inputs of an exclusive or that are 0 unless made 1, its output 1 contradicts both being made and
/// none, but not one alone. Each set of interventions that is left is therefore searched, all
/// observations beside it. One question settles many such sets: let some interventions stay and
/// others be seen instead. A state of affairs that is possible so agrees with all of those values
/// and with every mechanism but those of the first, and hence is possible whichever of the others
/// are made or left out. Most conflicts of k interventions take k such questions. At worst there
/// are 2^(k+1) (any function of k bits can be written as such a network), so the search asks
/// 4096, enough for ten interventions in every case; past these the set is without no single one,
/// but perhaps several at once.
std::vector<std::size_t> find_conflict(const ConflictQuestion& question);

}  // namespace pgm::detail
