#pragma once

#include <pgm/causal/effect.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/query/interval.hpp>

#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace pgm {

/// An effect on states in numbers, of a network that has some, with what stands beside it: what is
/// observed, and the bounds that hold whatever the graph.
struct EffectNumbers {
    std::optional<PartialTable> doing;  ///< P(Y | do(X)); null where it is not identified
    PartialTable seeing;                ///< P(Y | X)
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
/// odds ratio. What is undefined is null.
std::vector<std::optional<double>> all_numbers(const PartialTable& doing, StateId from, StateId to);

/// What a cause is set to: a state, or a value of a continuous one.
using CauseValue = std::variant<StateId, double>;

/// An effect on a continuous variable in numbers.
struct EffectMeans {
    CauseValue from, to;
    double before, after;  ///< E(Y | do(X)) of these
    /// Those of `before`, `after` and the difference; empty where that is not asked for.
    std::vector<std::optional<CredibleInterval>> intervals = {};
};

/// Throws as interventional_mean() and credible_intervals() do.
EffectMeans effect_means(const EffectAnalysis& analysis, const InferenceEngine& engine,
                         std::pair<CauseValue, CauseValue> values,
                         const std::optional<IntervalOptions>& interval = {});

}  // namespace pgm
