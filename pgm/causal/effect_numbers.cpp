#include <pgm/causal/effect_numbers.hpp>

#include <algorithm>
#include <cmath>

namespace pgm {

EffectNumbers effect_numbers(const EffectAnalysis& analysis, const InferenceEngine& engine,
                             std::pair<StateId, StateId> states,
                             const std::optional<IntervalOptions>& interval) {
    const EffectQuestion& question = analysis.question;
    const auto [from, to] = states;
    EffectNumbers numbers{.doing = std::nullopt,
                          .seeing = conditional_distribution(question, engine),
                          .bounds = natural_bounds(question, engine),
                          .from = from,
                          .to = to,
                          .violations = {}};
    if (analysis.estimand() == nullptr) return numbers;
    numbers.doing = interventional_distribution(analysis, engine);
    if (std::ranges::any_of(numbers.doing->values(), [](double p) { return std::isnan(p); }))
        numbers.violations = positivity_violations(*analysis.estimand(), question.cause, engine);
    if (!interval) return numbers;
    const auto prepare = [&](const Solver& solver) -> DrawnQuestion::Ask {
        return [&] {
            return all_numbers(interventional_distribution(analysis, solver), numbers.from,
                               numbers.to);
        };
    };
    numbers.intervals = credible_intervals(engine.model(), {prepare}, engine.options(), *interval);
    return numbers;
}

std::vector<double> all_numbers(const Table& doing, StateId from, StateId to) {
    std::vector<double> numbers(doing.values().begin(), doing.values().end());
    for (std::size_t y = 0; y < doing.scope().cardinalities()[1]; ++y)
        for (const auto& compare : {risk_difference, risk_ratio, odds_ratio})
            numbers.push_back(compare(doing, StateId(y), from, to));
    return numbers;
}

}  // namespace pgm
