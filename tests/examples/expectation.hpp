#pragma once

#include <pgm/inference/engine.hpp>

#include <span>
#include <string>

namespace pgm::tests {

/// A question with one number as its answer, worked out by hand as a fraction.
struct Expectation {
    const char* question;
    double value;
};

/// Checks every answer to 1e-14, which a handful of multiplications and additions stays below.
void check_answers(const InferenceEngine& engine, std::span<const Expectation> expectations);

/// The states of the most probable assignment, "Rain=yes, Sprinkler=off", and "impossible" where there is none.
std::string most_probable(const InferenceEngine& engine, const std::string& question);

/// Whether a d-separation statement holds.
bool separated(const BayesianNetwork& network, const std::string& statement);

}  // namespace pgm::tests
