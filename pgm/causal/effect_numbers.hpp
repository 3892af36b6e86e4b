#pragma once

#include <pgm/causal/effect.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/query/interval.hpp>

#include <optional>
#include <utility>
#include <vector>

namespace pgm {

/// An effect in numbers, of a network that has some, with all that one wants to see beside it.
struct EffectNumbers {
    std::optional<Table> doing;  ///< P(Y | do(X)); null where the effect is not identified
    Table seeing;                ///< P(Y | X)
    EffectBounds bounds;
    StateId from, to;  ///< the states of X that are compared
    std::vector<EmptyStratum> violations;
    /// How sure the numbers of all_numbers() are; empty where that is not asked for.
    std::vector<std::optional<CredibleInterval>> intervals = {};
};

/// Compares two states of X, `states.first` and `states.second`. With an interval each draw of the
/// numbers of the network has an effect of its own. Throws as interventional_distribution() and
/// credible_intervals() do.
EffectNumbers effect_numbers(const EffectAnalysis& analysis, const InferenceEngine& engine,
                             std::pair<StateId, StateId> states,
                             const std::optional<IntervalOptions>& interval = {});

/// P(Y | do(X)) as a list: its cells, then for each state of Y the difference, the ratio and the
/// odds ratio.
std::vector<double> all_numbers(const Table& doing, StateId from, StateId to);

}  // namespace pgm
