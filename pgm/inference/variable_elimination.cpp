#include <pgm/inference/variable_elimination.hpp>

#include <pgm/core/error.hpp>
#include <pgm/inference/detail/expanded_network.hpp>
#include <pgm/inference/detail/target_check.hpp>
#include <pgm/table/table.hpp>

#include <algorithm>
#include <cmath>

namespace pgm {
namespace {

/// The weight that a finding gives each state of its variable: an indicator, or the likelihoods.
Table weights_of(VariableId variable, const Finding& finding, std::size_t states) {
    Table weights(Scope({variable}, {states}));
    if (const auto* const report = std::get_if<Likelihood>(&finding)) {
        std::ranges::copy(report->values, weights.values().begin());
    } else {
        weights[state_of(finding)->index()] = 1;
    }
    return weights;
}

/// The tables whose product is P(x, e): one per family, without those that an intervention
/// replaces, and one per finding.
std::vector<Table> factors_of(const BayesianNetwork& network, const Evidence& evidence) {
    std::vector<Table> factors;
    for (std::size_t v = 0; v < network.size(); ++v) {
        const VariableId variable(v);
        const Finding* const finding = evidence.find(variable);
        if (!finding || !std::holds_alternative<Intervened>(*finding))
            factors.push_back(table_of(network.cpd(variable)).table());
        if (finding)
            factors.push_back(weights_of(variable, *finding, network.cardinality(variable)));
    }
    return factors;
}

bool mentions(const Table& factor, VariableId variable) {
    return factor.scope().axis(variable).has_value();
}

/// Replaces the factors that mention the variable by one that does not: their product, summed over
/// its states.
void eliminate(VariableId variable, std::vector<Table>& factors) {
    const auto with = std::partition(factors.begin(), factors.end(), [&](const Table& factor) {
        return !mentions(factor, variable);
    });
    if (with == factors.end()) return;
    Table together = *with;
    for (auto factor = with + 1; factor != factors.end(); ++factor)
        together = product(together, *factor);
    factors.erase(with, factors.end());
    factors.push_back(sum_out(together, variable));
}

/// Cells of the product that eliminating the variable would make.
double price(VariableId variable, std::span<const Table> factors) {
    std::vector<VariableId> seen;
    double cells = 1;
    for (const Table& factor : factors) {
        if (!mentions(factor, variable)) continue;
        for (std::size_t i = 0; i < factor.scope().size(); ++i) {
            if (std::ranges::count(seen, factor.scope().variables()[i])) continue;
            seen.push_back(factor.scope().variables()[i]);
            cells *= static_cast<double>(factor.scope().cardinalities()[i]);
        }
    }
    return cells;
}

}  // namespace

JointPosterior variable_elimination(const BayesianNetwork& network,
                                    std::span<const VariableId> targets, const Evidence& evidence) {
    validate(evidence, network);
    if (!network.is_discrete())
        throw ArgumentError("plain variable elimination knows discrete networks only");
    std::vector<char> is_target;
    detail::check_targets(network, targets, is_target);

    const std::optional<BayesianNetwork> expanded = detail::expanded_network(network);
    const BayesianNetwork& tables = expanded ? *expanded : network;
    is_target.resize(tables.size(), 0);
    std::vector<Table> factors = factors_of(tables, evidence);
    std::vector<VariableId> hidden;
    for (std::size_t v = 0; v < tables.size(); ++v)
        if (!is_target[v]) hidden.emplace_back(v);
    while (!hidden.empty()) {
        const auto next = std::ranges::min_element(
            hidden, {}, [&](VariableId variable) { return price(variable, factors); });
        eliminate(*next, factors);
        hidden.erase(next);
    }

    Table joint(Scope{}, std::vector<double>{1});
    for (const Table& factor : factors) joint = product(joint, factor);
    JointPosterior posterior{.table = joint.permuted(targets)};
    const double evidence_probability = fixed_order_sum(posterior.table.values());
    posterior.log_evidence = std::log(evidence_probability);
    if (evidence_probability == 0) posterior.status = PosteriorStatus::impossible;
    if (evidence_probability > 0)
        for (double& p : posterior.table.values()) p /= evidence_probability;
    return posterior;
}

}  // namespace pgm
