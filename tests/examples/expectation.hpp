#pragma once

#include <pgm/decide/decide.hpp>
#include <pgm/inference/engine.hpp>

#include <span>
#include <string>

namespace pgm::tests {

/// A question with one number as its answer, worked out by hand as a fraction or elsewhere from the
/// formula.
struct Expectation {
    const char* question;
    double value;
};

/// Checks every answer to 1e-14, which a handful of multiplications and additions stays below;
/// densities, with their exponentials, to less.
void check_answers(const InferenceEngine& engine, std::span<const Expectation> expectations,
                   double tolerance = 1e-14);

/// P(findings), or a density where they hold measured values: exp(log P(e)), the product of the
/// network's own numbers.
double score(const InferenceEngine& engine, const std::string& findings);

/// The states of the most probable assignment, "Rain=yes, Sprinkler=off", and "impossible" where
/// there is none.
std::string most_probable(const InferenceEngine& engine, const std::string& question);

/// True if a d-separation statement holds.
bool separated(const BayesianNetwork& network, const std::string& statement);

/// Checks what every alternative of a decision is worth, history by history, to 1e-12.
void check_worth(const DecisionTable& table, std::span<const double> expected);

/// The best alternatives of a decision, history by history: "drill, drill, not".
std::string best_alternatives(const BayesianNetwork& network, const DecisionTable& table);

}  // namespace pgm::tests
