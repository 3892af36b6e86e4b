#pragma once

#include <pgm/inference/solver.hpp>
#include <pgm/query/query.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pgm {

/// The part of one finding in the answer P(event | e).
struct FindingEffect {
    std::string finding;            ///< as format_parts() writes it
    std::optional<double> without;  ///< P(event | the others); null where they are impossible
    double weight_of_evidence = 0;  ///< in nats
    std::optional<VariableId> variable{};  ///< that could have had another state
    std::optional<StateId> state{};        ///< that the finding leaves it
    /// P(event | the others, variable = state), by state; null where that is impossible.
    std::vector<std::optional<double>> alternatives{};
};

/// The parts of all findings, in the order of format_parts().
struct FindingAnalysis {
    Query query;           ///< P(A=a | e); of P(A | e) the most probable state
    double prior = 0;      ///< P(event) after the interventions in e
    double posterior = 0;  ///< P(event | e)
    double conflict = 0;   ///< in nats
    double log_evidence = 0;
    std::vector<FindingEffect> findings;
};

/// What each finding did to the probability of an event: what the probability would be without it
/// or with another state of its variable, and its weight, in one batch of a question for each.
///
/// The weight of the evidence x for the event h, given the other findings e, is
///
///     W = log odds(h | x, e) - log odds(h | e)  =  log P(x | h, e) / P(x | not h, e),
///
/// natural logarithms (Good 1985, "Weight of evidence: a brief survey"); 10 / ln 10 times as many
/// decibans. Weights given the other findings do not add up to the change of the log odds unless
/// the findings are independent given the event and given its contrary. A finding whose removal
/// changes nothing has weight 0, one that makes the event certain or impossible an infinite one.
///
/// The conflict of the evidence is log (P(x_1) ... P(x_n) / P(e)), natural: findings that belong
/// together make each other more probable, so a positive number hints at a rare case or an error
/// (Jensen, Chamberlain, Nordahl and Jensen 1991, "Analysis in HUGIN of data conflict").
///
/// A finding is a part of what is given: a condition, a value, soft evidence, an intervention.
/// Another state than that of do(X=x) is do(X=y); one of soft evidence is an observation. What is
/// about several variables, or continuous, has no alternatives, nor has a finding on the variable
/// of the event. Interventions are no part of the conflict, which is that of the other findings
/// after them; nor are imposed posteriors (X~[..]), which have no probability.
///
/// Throws ArgumentError unless the question is for states of one discrete variable,
/// ImpossibleEvidenceError where it has no answer, else as answer() does.
FindingAnalysis analyse_findings(const Solver& solver, const Query& query);

/// A change of findings after which another state is the most probable one.
struct FindingChange {
    std::vector<std::pair<VariableId, StateId>> to;
    StateId most_probable;
    double probability = 0;  ///< of that state, after the change
};

/// The findings on which the most probable state of the variable of a question depends.
struct DecisiveFindings {
    VariableId variable;
    StateId most_probable;               ///< given all findings; in a tie the lower state
    std::size_t findings = 0;            ///< those with other states
    std::size_t examined = 0;            ///< all changes of at most so many findings were tried
    std::vector<FindingChange> changes;  ///< of the fewest findings, most probable state first
    /// Minimal sets of findings that suffice, if all changes were tried.
    std::optional<std::vector<std::vector<VariableId>>> sufficient;
};

/// The smallest changes of the findings that make another state the most probable one, and the
/// minimal sets of findings that suffice for the one that is: whichever states the other findings
/// had, it would be the most probable. These are the counterfactual and the sufficient explanation
/// of Koopman and Renooij (2021, "Persuasive contrastive explanations for Bayesian networks"), the
/// latter prime implicants of the decision (Shih, Choi and Darwiche 2018).
///
/// Findings are the observed states here; whatever else is given stays as it is, and impossible
/// combinations count as no change. Sets of findings are tried by size, without those that contain
/// a change already found, until that would take more than `most_questions` questions.
///
/// Throws as analyse_findings() does.
DecisiveFindings decisive_findings(const Solver& solver, const Query& query,
                                   std::size_t most_questions = 1024);

}  // namespace pgm
