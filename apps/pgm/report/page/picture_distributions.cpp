#include <apps/pgm/report/page/picture_distributions.hpp>

#include <apps/pgm/render/wording.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/query/answer.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

namespace pgm::apps {
namespace {

/// The continuous variables among those that are drawn.
std::vector<VariableId> drawn_densities(const BayesianNetwork& network,
                                        const io::Picture& picture) {
    std::vector<VariableId> continuous = shown_variables(network, picture);
    std::erase_if(continuous, [&](VariableId id) { return network.variable(id).is_discrete(); });
    return continuous;
}

}  // namespace

std::optional<std::vector<DensityAnswer>> ask_distributions(io::Picture& picture,
                                                            const Given& given,
                                                            const InferenceEngine& engine) {
    const BayesianNetwork& network = engine.network();
    picture.distributions.resize(network.size());
    Workspace workspace;
    const ConditionedEngine prepared(engine, given, workspace);
    const Posterior& posterior = prepared.marginals(discrete_variables(network), workspace);
    if (posterior.impossible()) return std::nullopt;
    for (std::size_t i = 0; i < posterior.size(); ++i)
        picture.distributions[posterior.variables()[i].index()] =
            std::vector<double>(posterior[i].begin(), posterior[i].end());
    return ask_densities(prepared.solver(), drawn_densities(network, picture), prepared.evidence(),
                         workspace, false);
}

std::vector<std::string> add_densities(io::Picture& picture, const BayesianNetwork& network,
                                       std::span<const DensityAnswer> answers) {
    std::map<std::string, std::vector<std::string>> refused;
    for (const DensityAnswer& answer : answers) {
        io::Picture::Distribution& distribution = picture.distributions[answer.variable.index()];
        if (answer.posterior) {
            distribution = *answer.posterior;
            continue;
        }
        if (answer.moments)
            distribution = io::Picture::Moments{answer.moments->means[0],
                                                std::sqrt(answer.moments->covariance(0, 0))};
        refused[answer.refusal].push_back(network.variable(answer.variable).name());
    }
    constexpr std::size_t most_named = 6;
    std::vector<std::string> remarks;
    for (const auto& [reason, names] : refused)
        remarks.push_back("no curve of " + first_few(names, most_named, quoted_name) + ": " +
                          reason);
    return remarks;
}

}  // namespace pgm::apps
