#pragma once

#include <apps/pgm/render/report.hpp>
#include <apps/pgm/report/network_facts.hpp>
#include <pgm/causal/effect.hpp>
#include <pgm/model/network.hpp>

#include <optional>
#include <variant>
#include <vector>

namespace pgm::apps {

/// What an effect is in numbers, of a model that has some.
struct EffectNumbers {
    std::optional<PartialTable> doing;  ///< P(Y | do(X)); null where it is not identified
    PartialTable seeing;                ///< P(Y | X)
    EffectBounds bounds;
    StateId from, to;  ///< the states of X that are compared
    std::vector<EmptyStratum> violations;
    /// How sure the numbers of all_numbers() are; empty where that is not asked for.
    std::vector<std::optional<CredibleInterval>> intervals = {};
};

/// P(Y | do(X)) as a list: its cells, then for each state of Y the difference, the ratio and the
/// odds ratio. What is undefined is infinite.
std::vector<double> all_numbers(const PartialTable& doing, StateId from, StateId to);

/// What an effect on a continuous variable is in numbers.
struct EffectMeans {
    std::variant<StateId, double> from, to;  ///< what the cause is set to
    double before, after;                    ///< E(Y | do(X)) of these
    /// Those of `before`, `after` and the difference; empty where that is not asked for.
    std::vector<std::optional<CredibleInterval>> intervals = {};
};

/// No numbers where the model has none or they do not follow.
using NumbersOfEffect = std::variant<std::monostate, EffectNumbers, EffectMeans>;

/// {"identified":true,"method":"back-door",..} and, with numbers, distributions, bounds and the
/// comparison of two states of the cause, or means; for people the verdict first.
Report effect_report(const BayesianNetwork& network, const EffectAnalysis& analysis,
                     const NumbersOfEffect& numbers);

/// An effect in some members of a Markov equivalence class (pgm/causal/possible_effects.hpp).
struct PossibleEffect {
    EffectAnalysis analysis;
    std::optional<EffectNumbers> numbers;
};

/// {"members":[{"parents":["Z"],"estimand":"..","distributions":{..},..}]}, a row for each.
Report possible_effects_report(const BayesianNetwork& network,
                               const std::vector<PossibleEffect>& effects);

/// "X -> A <- B", the arcs of the graph between neighbours.
std::string path_text(const BayesianNetwork& network, const std::vector<VariableId>& path);

/// "Gender=man, Drug=yes"
std::string stratum_text(const BayesianNetwork& network, const EmptyStratum& stratum);

}  // namespace pgm::apps
