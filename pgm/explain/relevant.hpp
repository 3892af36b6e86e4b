#pragma once

#include <pgm/inference/solver.hpp>
#include <pgm/query/query.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace pgm {

/// A partial assignment as an explanation of what is given.
struct RelevantExplanation {
    std::vector<VariableId> variables;
    std::vector<StateId> states;
    double bayes_factor = 0;    ///< infinity where the findings are impossible otherwise
    bool is_dominated = false;  ///< by one that has more or fewer variables
};

/// The most relevant explanations of the findings e: of all assignments x of one or more of the
/// variables, those with the greatest generalised Bayes factor
///
///     GBF(x; e)  =  P(e | x) / P(e | not x),
///
/// the greatest first. Unlike the most probable assignment of all variables they have no variable
/// that explains nothing (Yuan, Lim and Lu 2011, "Most relevant explanation in Bayesian networks").
///
/// Lists of the best contain variations of one idea. An explanation is dominated by a part of it
/// that is no worse, and by a larger one that is better (definitions 8 and 9 there); what is left
/// are the minimal ones.
///
/// Both probabilities come from two joint distributions of the variables, before and after the
/// findings; interventions hold in both. Assignments that are impossible or certain beforehand have
/// no factor. Throws ArgumentError for variables that are not distinct and discrete, or that have a
/// finding, ImpossibleEvidenceError, and TooLargeError for more than 1,048,576 assignments.
std::vector<RelevantExplanation> most_relevant_explanations(const Solver& solver,
                                                            std::span<const VariableId> variables,
                                                            const Given& given, std::size_t count);

}  // namespace pgm
