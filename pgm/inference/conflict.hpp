#pragma once

#include <pgm/inference/engine.hpp>
#include <pgm/model/evidence.hpp>

#include <functional>

namespace pgm {

/// Why evidence is impossible: findings of it that cannot be true together, by variable id, of
/// which neither one nor several can be left out. Empty for evidence that is possible.
///
///     engine.marginals(evidence).impossible();        // true
///     minimal_conflict(engine, evidence);             // {tub=yes, either=no}
///
/// As evidence, the set has probability zero, and no smaller set within it has. There may be
/// several such sets, with no finding in common: this is one of them, the same one each time, and
/// mending it may bring another to light. A likelihood that is zero for every state, or a state of
/// probability zero, is a conflict of one. An intervention is part of it when the others are
/// possible without it. Every question is asked of the engine, about 2 k log2(n) of them for k
/// findings of n, and at most 4096 to leave out several interventions at once
/// (conflict_search.hpp): more than ten of them that hang together in an odd way may be too many.
///
/// Fewer findings may make a network harder. Where a question is too large for the engine, what it
/// would leave out stays: the set then is a conflict, but perhaps not a minimal one. Throws
/// EvidenceError for findings that do not fit the network, TooLargeError when `evidence` itself is
/// too hard.
Evidence minimal_conflict(const Solver& solver, const Evidence& evidence);

/// Searches by a predicate that is true for impossible evidence.
Evidence minimal_conflict(const Evidence& evidence,
                          const std::function<bool(const Evidence&)>& is_impossible);

}  // namespace pgm
