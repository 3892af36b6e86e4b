#include <pgm/decide/evaluation.hpp>

#include <pgm/decide/detail/findings.hpp>
#include <pgm/inference/engine.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace pgm {
namespace {

/// The standard deviation of utilities whose squares are beyond doubles.
double scaled_deviation(std::span<const DensityComponent> components, double mean) {
    double scale = 0, variance = 0;
    for (const DensityComponent& component : components)
        scale = std::max(scale, std::abs(component.mean - mean));
    for (const DensityComponent& component : components) {
        const double difference = (component.mean - mean) / scale;
        variance += component.weight * difference * difference;
    }
    return scale * std::sqrt(variance);
}

}  // namespace

StrategyValue evaluate(const InfluenceDiagram& diagram, const Strategy& strategy,
                       const Evidence& evidence, const EngineOptions& options, bool with_outcomes) {
    detail::check_findings(diagram.network(), evidence);
    check_strategy(diagram, strategy);
    Strategy followed = strategy;
    std::erase_if(followed.policies, [&](const Policy& policy) {
        return detail::is_fixed(evidence, policy.decision);
    });
    std::string name = "total utility";
    while (diagram.network().find(name)) name += '\'';
    const InferenceEngine engine(with_strategy(diagram, followed, name), options);
    StrategyValue value;
    value.posterior = engine.marginals(evidence);
    if (value.posterior.impossible()) {
        value.status = PosteriorStatus::impossible;
        return value;
    }
    const VariableId total(engine.network().size() - 1);
    std::vector<VariableId> targets(diagram.utilities().begin(), diagram.utilities().end());
    targets.push_back(total);
    const ContinuousMoments moments = engine.moments(targets, evidence);
    value.utilities.assign(moments.means.begin(), moments.means.end() - 1);
    value.expected_utility = moments.means.back();
    const std::size_t last = targets.size() - 1;
    const double variance = moments.covariance(last, last);
    value.standard_deviation = std::sqrt(std::max(0.0, variance));
    if (!with_outcomes && std::isfinite(variance)) return value;
    const ContinuousPosterior density = engine.density(total, evidence);
    if (!std::isfinite(variance))
        value.standard_deviation = scaled_deviation(density.components(), value.expected_utility);
    if (!with_outcomes) return value;
    for (const DensityComponent& component : density.components())
        value.outcomes.push_back({component.mean, component.weight});
    return value;
}

}  // namespace pgm
