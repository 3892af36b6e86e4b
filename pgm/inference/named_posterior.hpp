#pragma once

#include <pgm/inference/engine.hpp>

#include <string_view>

namespace pgm {

/// P(X | e) of one variable, whose states go by name. Refers to the posterior it was taken from.
class NamedDistribution {
public:
    NamedDistribution(const Variable& variable, std::span<const double> probabilities)
        : variable_(&variable), probabilities_(probabilities) {}

    const Variable& variable() const { return *variable_; }
    /// Probabilities in state order.
    std::span<const double> probabilities() const { return probabilities_; }

    /// P(X = state | e). Throws EvidenceError, with what was probably meant, for a state that the
    /// variable does not have.
    double operator[](std::string_view state) const {
        return probabilities_[variable_->state_id(state).index()];
    }

private:
    const Variable* variable_;
    std::span<const double> probabilities_;
};

/// A Posterior whose variables and states go by name:
///
///     const NamedPosterior posterior = posterior_of(engine, "Wet=yes");
///     posterior["Rain"]["yes"];
///
/// Numbers stay where the Posterior has them; a name is looked up when it is asked for. Refers to
/// the network, which must outlive it.
class NamedPosterior {
public:
    NamedPosterior(const BayesianNetwork& network, Posterior posterior)
        : network_(&network), posterior_(std::move(posterior)) {}

    /// Throws ArgumentError for a name that the network does not have, with what was probably
    /// meant, and for a variable that was not asked for; ImpossibleEvidenceError where there is no
    /// posterior.
    NamedDistribution operator[](std::string_view variable) const;

    const Posterior& by_id() const { return posterior_; }
    bool impossible() const { return posterior_.impossible(); }
    double log_evidence() const { return posterior_.log_evidence(); }

private:
    const BayesianNetwork* network_;
    Posterior posterior_;
};

/// The posterior of every variable; the evidence also as text (parse_evidence()). The engine must
/// outlive it.
NamedPosterior posterior_of(const InferenceEngine& engine, const Evidence& evidence = {});
NamedPosterior posterior_of(const InferenceEngine& engine, std::string_view evidence);

}  // namespace pgm
