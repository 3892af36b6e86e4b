#pragma once

#include <pgm/decide/strategy.hpp>
#include <pgm/inference/engine_options.hpp>

#include <cstddef>
#include <optional>

namespace pgm {

/// Options of decide(). Plain data; the defaults suit a diagram of a textbook.
struct DecisionOptions {
    EngineOptions engine = {};
    /// Policies that are settled already; the others are the best beside them.
    Strategy given = {};
    /// R of the exponential utility -exp(-u / R), in units of utility: the smaller, the more is
    /// paid for certainty (Howard and Matheson 1972, "Risk-sensitive Markov decision processes").
    /// What is then maximised, and called expected utility, is the certainty equivalent -R ln E
    /// exp(-u / R). Null: the expected utility.
    std::optional<double> risk_tolerance = std::nullopt;
    /// The most strategies that are tried to prove a strategy best which could not be found
    /// decision by decision.
    std::size_t most_trials = 2000;
    /// Beyond so many histories a decision is listed by what its expected utilities depend on.
    std::size_t most_histories = 10'000;
};

}  // namespace pgm
