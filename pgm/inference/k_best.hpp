#pragma once

#include <pgm/inference/solver.hpp>

#include <cstddef>
#include <vector>

namespace pgm {

/// The k most probable assignments in descending order: the answer to a question for the most
/// probable one, and the next best after it. Fewer where no more are possible, none under
/// impossible evidence.
///
///     k_best(engine, {Question::Kind::most_probable, targets, evidence}, 5, workspace);
///
/// Method: the assignments other than the best one are split by the first variable that differs
/// (Lawler 1972; Nilsson 1998, "An efficient algorithm for finding the M most probable
/// configurations in probabilistic expert systems"). In each part the variables before that one are
/// fixed and one state of it is ruled out, both by findings, so that its best assignment is a
/// question of the same kind; the best of all parts is the next answer, and its part is split
/// likewise. That is at most one question for each answer and variable. Any solver that finds the
/// most probable assignment finds the next ones, with likelihoods, interventions and mixtures.
///
/// It stands with the engine, and not with explanations (pgm/explain), because the language of
/// questions below them has it: argmax 5 (A, B | e).
///
/// Throws as the solver does, ArgumentError for k = 0, and TooLargeError for more than 65,536.
std::vector<Explanation> k_best(const Solver& solver, const Question& question, std::size_t k,
                                Workspace& workspace);

/// True if two assignments are equally probable: their probabilities differ by no more than
/// 1e-12 of either.
bool are_tied(const Explanation& a, const Explanation& b);

}  // namespace pgm
