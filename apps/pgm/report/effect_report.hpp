#pragma once

#include <apps/pgm/render/report.hpp>
#include <apps/pgm/report/network_facts.hpp>
#include <pgm/causal/effect_numbers.hpp>
#include <pgm/model/network.hpp>

#include <string>
#include <vector>

namespace pgm::apps {

/// {"identified":true,"method":"back-door",..} and, with numbers, distributions, bounds and the
/// comparison of two states of the cause, or means; for people the verdict first.
Report effect_report(const BayesianNetwork& network, const EffectAnalysis& analysis,
                     const NumbersOfEffect& numbers);

/// An effect in some members of a Markov equivalence class (pgm/causal/possible_effects.hpp).
struct PossibleEffect {
    EffectAnalysis analysis;
    NumbersOfEffect numbers;
};

/// {"members":[{"parents":["Z"],"estimand":"..","distributions":{..},..}]}, a row for each.
Report possible_effects_report(const BayesianNetwork& network,
                               const std::vector<PossibleEffect>& effects);

/// "X -> A <- B", the arcs of the graph between neighbours.
std::string path_text(const BayesianNetwork& network, const std::vector<VariableId>& path);

}  // namespace pgm::apps
