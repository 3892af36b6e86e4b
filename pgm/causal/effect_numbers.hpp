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

/// P(Y | do(X)) as a list: its cells, then for each state of Y the difference, the ratio and the
/// odds ratio. What is undefined is null.
std::vector<std::optional<double>> all_numbers(const PartialTable& doing, StateId from, StateId to);

/// An effect on a continuous variable in numbers.
struct EffectMeans {
    CauseValue from, to;
    double before, after;  ///< E(Y | do(X)) of these
    /// Those of `before`, `after` and the difference; empty where that is not asked for.
    std::vector<std::optional<CredibleInterval>> intervals = {};
};

/// None where the model has none (has_numbers()), or means are not identified.
using NumbersOfEffect = std::variant<std::monostate, EffectNumbers, EffectMeans>;

/// Compares two values of X, from `values.first` to `values.second`. With an interval each draw of
/// the numbers of the network has an effect of its own. Throws as interventional_distribution(),
/// interventional_mean() and credible_intervals() do, and ArgumentError for a continuous X where Y
/// is not.
NumbersOfEffect effect_numbers(const EffectAnalysis& analysis, const InferenceEngine& engine,
                               std::pair<CauseValue, CauseValue> values,
                               const std::optional<IntervalOptions>& interval = {});

}  // namespace pgm
