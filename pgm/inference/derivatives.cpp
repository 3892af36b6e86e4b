#include <pgm/inference/derivatives.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/inference/detail/derivative_run.hpp>
#include <pgm/inference/detail/expanded_network.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace pgm {
namespace {

double log_of(detail::ExtendedNumber number) {
    if (number.is_zero()) return -infinity;
    return std::log(number.mantissa()) + number.exponent() * detail::ln2.high;
}

std::vector<double> logs_of(const std::vector<detail::ExtendedNumber>& numbers) {
    std::vector<double> logs(numbers.size());
    std::ranges::transform(numbers, logs.begin(), log_of);
    return logs;
}

/// A finding is a likelihood, so that derivatives by all states come out; do() cuts.
std::vector<detail::Role> roles_for_retraction(const detail::CheckedEvidence& evidence,
                                               const BayesianNetwork& network) {
    using detail::Role;
    std::vector<Role> roles(network.size(), Role::free);
    for (const auto& [variable, finding] : evidence.findings())
        roles[variable.index()] =
            detail::role_of(finding) == Role::intervened ? Role::intervened : Role::likelihood;
    return roles;
}

std::vector<VariableId> every_variable(const BayesianNetwork& network) {
    std::vector<VariableId> all;
    for (std::size_t v = 0; v < network.size(); ++v) all.emplace_back(v);
    return all;
}

}  // namespace

std::vector<double> EvidenceDerivatives::retracted_posterior(VariableId variable) const {
    if (variable.index() >= log_by_state.size())
        throw ArgumentError("there is no variable number " + std::to_string(variable.index()) +
                            " among the " + std::to_string(log_by_state.size()) +
                            " of the derivatives");
    std::vector<double> posterior = log_by_state[variable.index()];
    normalise_logs(posterior);
    return posterior;
}

EvidenceDerivatives evidence_derivatives(const InferenceEngine& engine, const Evidence& evidence) {
    const BayesianNetwork& network = engine.only_network();
    if (!network.is_discrete())
        throw ArgumentError("derivatives of P(e) are for networks of discrete variables",
                            "discretise the continuous ones");
    const detail::CheckedEvidence checked(evidence, network);
    const std::optional<BayesianNetwork> expanded = detail::expanded_network(network);
    const BayesianNetwork& tables = expanded ? *expanded : network;
    const detail::DerivativePlan plan(tables, roles_for_retraction(checked, tables),
                                      every_variable(tables), engine.options());
    const detail::DerivativeRun run(plan, checked);
    EvidenceDerivatives derivatives;
    derivatives.log_evidence = checked.log_evidence([&] { return log_of(run.evidence()); });
    for (std::size_t v = 0; v < network.size(); ++v) {
        const VariableId variable(v);
        const bool is_table = as_table(network.cpd(variable)) != nullptr;
        derivatives.log_by_state.push_back(logs_of(run.by_state(variable)));
        derivatives.log_by_cell.push_back(is_table ? logs_of(run.by_cell(variable))
                                                   : std::vector<double>());
    }
    return derivatives;
}

}  // namespace pgm
