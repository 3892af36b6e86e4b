#include <pgm/causal/effect_numbers.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/name_text.hpp>

namespace pgm {
namespace {

/// How sure numbers are: each draw of those of the network has its own.
template <class Numbers>
std::vector<std::optional<CredibleInterval>> intervals_of_draws(
    const InferenceEngine& engine, const std::optional<IntervalOptions>& interval,
    const Numbers& numbers) {
    if (!interval) return {};
    const auto prepare = [&](const Solver& solver) -> DrawnQuestion::Ask {
        return [&] { return numbers(solver); };
    };
    return credible_intervals(engine.model(), {prepare}, engine.options(), *interval);
}

EffectNumbers on_states(const EffectAnalysis& analysis, const InferenceEngine& engine,
                        std::pair<StateId, StateId> states,
                        const std::optional<IntervalOptions>& interval) {
    const EffectQuestion& question = analysis.question;
    EffectNumbers numbers{.doing = std::nullopt,
                          .seeing = conditional_distribution(question, engine),
                          .bounds = natural_bounds(question, engine),
                          .from = states.first,
                          .to = states.second,
                          .violations = {}};
    if (analysis.estimand() == nullptr) return numbers;
    numbers.doing = interventional_distribution(analysis, engine);
    if (!numbers.doing->is_whole())
        numbers.violations = positivity_violations(*analysis.estimand(), question.cause, engine);
    numbers.intervals = intervals_of_draws(engine, interval, [&](const Solver& solver) {
        std::vector<double> drawn;
        for (const std::optional<double>& number : all_numbers(
                 interventional_distribution(analysis, solver), states.first, states.second))
            drawn.push_back(number.value_or(infinity));  // of which there is no interval
        return drawn;
    });
    return numbers;
}

EffectMeans on_mean(const EffectAnalysis& analysis, const InferenceEngine& engine,
                    std::pair<CauseValue, CauseValue> values,
                    const std::optional<IntervalOptions>& interval) {
    const auto numbers = [&](const Solver& solver) {
        const double before = interventional_mean(analysis, solver, values.first),
                     after = interventional_mean(analysis, solver, values.second);
        return std::vector{before, after, after - before};
    };
    const std::vector<double> found = numbers(engine);
    return {values.first, values.second, found[0], found[1],
            intervals_of_draws(engine, interval, numbers)};
}

}  // namespace

std::vector<std::optional<double>> all_numbers(const PartialTable& doing, StateId from,
                                               StateId to) {
    std::vector<std::optional<double>> numbers = doing.cells;
    for (std::size_t y = 0; y < doing.scope.cardinalities()[1]; ++y)
        for (const auto& compare : {risk_difference, risk_ratio, odds_ratio})
            numbers.push_back(compare(doing, StateId(y), from, to));
    return numbers;
}

NumbersOfEffect effect_numbers(const EffectAnalysis& analysis, const InferenceEngine& engine,
                               std::pair<CauseValue, CauseValue> values,
                               const std::optional<IntervalOptions>& interval) {
    const EffectQuestion& question = analysis.question;
    const Variable& cause = engine.network().variable(question.cause);
    const bool is_on_mean = !engine.network().variable(question.effect).is_discrete();
    if (!is_on_mean && !cause.is_discrete())
        throw ArgumentError(in_quotes(cause.name()) +
                                " is continuous and the effect is not; effects of a continuous "
                                "variable are those on another",
                            "cut it into states");
    if (!has_numbers(analysis, engine.network())) return {};
    if (is_on_mean && analysis.estimand() == nullptr) return {};
    if (is_on_mean) return on_mean(analysis, engine, values, interval);
    const auto [from, to] = values;
    return on_states(analysis, engine, {std::get<StateId>(from), std::get<StateId>(to)}, interval);
}

}  // namespace pgm
