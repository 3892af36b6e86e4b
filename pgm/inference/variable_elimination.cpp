#include <pgm/inference/variable_elimination.hpp>

#include <pgm/core/error.hpp>
#include <pgm/inference/detail/elimination.hpp>
#include <pgm/inference/detail/expanded_network.hpp>
#include <pgm/inference/detail/target_check.hpp>
#include <pgm/table/detail/step_arithmetic.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

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
std::vector<std::size_t> add_factors(Calculation& calculation, const BayesianNetwork& network,
                                     const Evidence& evidence) {
    std::vector<std::size_t> factors;
    for (std::size_t v = 0; v < network.size(); ++v) {
        const VariableId variable(v);
        const Finding* const finding = evidence.find(variable);
        if (!finding || !std::holds_alternative<Intervened>(*finding))
            factors.push_back(calculation.add(table_of(network.cpd(variable)).table()));
        if (finding)
            factors.push_back(
                calculation.add(weights_of(variable, *finding, network.cardinality(variable))));
    }
    return factors;
}

bool mentions(const Scope& scope, std::span<const VariableId> variables) {
    return std::ranges::any_of(
        variables, [&](VariableId variable) { return scope.axis(variable).has_value(); });
}

/// The union of the scopes that mention a variable, which are taken out; null if none does.
std::optional<Scope> take_product(VariableId variable, std::vector<Scope>& scopes) {
    std::optional<Scope> together;
    std::erase_if(scopes, [&](const Scope& scope) {
        if (!scope.axis(variable)) return false;
        together = together ? detail::joined(*together, scope) : scope;
        return true;
    });
    return together;
}

/// Cells of the product that eliminating the variable would make.
double price(VariableId variable, std::span<const Scope> scopes) {
    std::vector<VariableId> seen;
    double cells = 1;
    for (const Scope& scope : scopes) {
        if (!scope.axis(variable)) continue;
        for (std::size_t i = 0; i < scope.size(); ++i) {
            if (std::ranges::count(seen, scope.variables()[i])) continue;
            seen.push_back(scope.variables()[i]);
            cells *= static_cast<double>(scope.cardinalities()[i]);
        }
    }
    return cells;
}

}  // namespace

namespace detail {

std::vector<std::size_t> eliminate(Calculation& calculation, std::vector<std::size_t> tables,
                                   std::vector<VariableId> variables, bool maximise) {
    const auto with = std::stable_partition(tables.begin(), tables.end(), [&](std::size_t table) {
        return !mentions(calculation.table(table).scope(), variables);
    });
    if (with == tables.end()) return tables;
    const std::size_t product = calculation.multiply({with, tables.end()});
    tables.erase(with, tables.end());
    tables.push_back(maximise ? calculation.max_out(product, std::move(variables))
                              : calculation.sum_out(product, std::move(variables)));
    return tables;
}

std::vector<VariableId> cheapest_first(std::vector<VariableId> variables, std::vector<Scope> scopes,
                                       std::span<const VariableId> begin) {
    std::vector<VariableId> order;
    while (!variables.empty()) {
        const auto next = order.size() < begin.size()
                              ? std::ranges::find(variables, begin[order.size()])
                              : std::ranges::min_element(variables, {}, [&](VariableId variable) {
                                    return price(variable, scopes);
                                });
        order.push_back(*next);
        if (const std::optional<Scope> together = take_product(*next, scopes))
            scopes.push_back(without(*together, {&order.back(), 1}));
        variables.erase(next);
    }
    return order;
}

std::vector<Scope> products_along(std::span<const VariableId> order, std::vector<Scope> scopes) {
    std::vector<Scope> products;
    for (const VariableId& variable : order) {
        products.push_back(take_product(variable, scopes).value_or(Scope{}));
        scopes.push_back(without(products.back(), {&variable, 1}));
    }
    return products;
}

}  // namespace detail

JointPosterior variable_elimination(const BayesianNetwork& network,
                                    std::span<const VariableId> targets, const Evidence& evidence) {
    validate(evidence, network);
    if (!network.is_discrete())
        throw ArgumentError("plain variable elimination knows discrete networks only");
    std::vector<char> is_target;
    detail::check_targets(network, targets, is_target);

    const std::optional<BayesianNetwork> expanded = detail::expanded_network(network);
    const BayesianNetwork& tables = expanded ? *expanded : network;
    Calculation calculation;
    std::vector<std::size_t> factors = add_factors(calculation, tables, evidence);
    is_target.resize(tables.size(), 0);
    std::vector<VariableId> hidden;
    for (std::size_t v = 0; v < tables.size(); ++v)
        if (!is_target[v]) hidden.emplace_back(v);
    std::vector<Scope> scopes;
    for (const std::size_t factor : factors) scopes.push_back(calculation.table(factor).scope());
    for (const VariableId next : detail::cheapest_first(std::move(hidden), std::move(scopes)))
        factors = detail::eliminate(calculation, std::move(factors), {next});

    const std::size_t joint = calculation.multiply(std::move(factors));
    JointPosterior posterior{.table = calculation.table(joint).permuted(targets)};
    const double evidence_probability = fixed_order_sum(posterior.table.values());
    posterior.log_evidence = std::log(evidence_probability);
    if (evidence_probability == 0) posterior.status = PosteriorStatus::impossible;
    if (evidence_probability > 0)
        for (double& p : posterior.table.values()) p /= evidence_probability;
    return posterior;
}

}  // namespace pgm
