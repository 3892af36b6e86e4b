#pragma once

#include <pgm/inference/solver.hpp>
#include <pgm/query/query.hpp>

namespace pgm::detail {

/// The question P(A=a | e) with each conjunct of e a condition by itself; of P(A | e) that about
/// the most probable state of A, in a tie the lower one. Throws ArgumentError for a question of
/// another kind and ImpossibleEvidenceError for P(A | e) without an answer.
Query event_question(const Solver& solver, const Query& query, Workspace& workspace);

/// The event of such a question.
const Condition& event_of(const Query& event_question);

[[noreturn]] void throw_impossible(const Query& query);

}  // namespace pgm::detail
