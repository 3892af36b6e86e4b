#pragma once

#include <pgm/decide/strategy.hpp>
#include <pgm/inference/engine_options.hpp>
#include <pgm/inference/posterior.hpp>
#include <pgm/model/evidence.hpp>

#include <vector>

namespace pgm {

/// A sum of utilities and how probable it is.
struct UtilityOutcome {
    double utility = 0;
    double probability = 0;
};

/// What a strategy is worth, and what it makes of the other variables.
struct StrategyValue {
    PosteriorStatus status = PosteriorStatus::ok;
    double expected_utility = 0;
    double standard_deviation = 0;  ///< of the total utility
    std::vector<double> utilities;  ///< the expectation of each, as InfluenceDiagram::utilities()
    Posterior posterior;            ///< of each chance variable with states and of each decision
    /// The total utility as a random number, ascending: the risk of the strategy. Utilities that
    /// are equal to rounding are one outcome.
    std::vector<UtilityOutcome> outcomes;
};

/// Evaluates any strategy, in the network that it makes of the diagram (with_strategy()); decisions
/// without a policy are taken at random. Findings are given as in decide().
///
/// `outcomes` have a component for each configuration of the variables that the total utility
/// depends on: they are left out unless they are asked for. Throws TooLargeError beyond
/// EngineOptions::max_mixture_components of them, and as the engine does.
StrategyValue evaluate(const InfluenceDiagram& diagram, const Strategy& strategy,
                       const Evidence& evidence = {}, const EngineOptions& options = {},
                       bool with_outcomes = false);

}  // namespace pgm
