#include <pgm/decide/evaluation.hpp>

#include <pgm/inference/engine.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace pgm {

StrategyValue evaluate(const InfluenceDiagram& diagram, const Strategy& strategy,
                       const Evidence& evidence, const EngineOptions& options, bool with_outcomes) {
    std::string name = "total utility";
    while (diagram.network().find(name)) name += '\'';
    const InferenceEngine engine(with_strategy(diagram, strategy, name), options);
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
    value.standard_deviation = std::sqrt(std::max(0.0, moments.covariance(last, last)));
    if (!with_outcomes) return value;
    const ContinuousPosterior density = engine.density(total, evidence);
    for (const DensityComponent& component : density.components())
        value.outcomes.push_back({component.mean, component.weight});
    return value;
}

}  // namespace pgm
