#include <pgm/inference/named_posterior.hpp>

namespace pgm {

NamedDistribution NamedPosterior::operator[](std::string_view variable) const {
    const VariableId id = network_->id(variable);
    return {network_->variable(id), posterior_.marginal(id)};
}

NamedPosterior posterior_of(const InferenceEngine& engine, const Evidence& evidence) {
    return {engine.network(), engine.marginals(evidence)};
}

NamedPosterior posterior_of(const InferenceEngine& engine, std::string_view evidence) {
    return posterior_of(engine, parse_evidence(engine.network(), evidence));
}

}  // namespace pgm
