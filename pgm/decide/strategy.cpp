#include <pgm/decide/strategy.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/model/network_builder.hpp>

#include <algorithm>

namespace pgm {
namespace {

/// The table that chooses as the policy does; without one all alternatives are equally probable.
TableCpd table_of_policy(const BayesianNetwork& network, VariableId decision,
                         const Policy* policy) {
    std::vector<VariableId> members;
    std::vector<std::size_t> cardinalities;
    if (policy != nullptr) {
        const Scope& given = policy->given;
        members.assign(given.variables().begin(), given.variables().end());
        cardinalities.assign(given.cardinalities().begin(), given.cardinalities().end());
    }
    const std::size_t alternatives = network.cardinality(decision);
    members.push_back(decision);
    cardinalities.push_back(alternatives);
    Table table(Scope(std::move(members), std::move(cardinalities)));
    if (policy == nullptr) std::ranges::fill(table.values(), 1 / static_cast<double>(alternatives));
    for (std::size_t row = 0; policy != nullptr && row < policy->choice.size(); ++row)
        table[row * alternatives + policy->choice[row].index()] = 1;
    return TableCpd(std::move(table));
}

}  // namespace

const Policy* Strategy::find(VariableId decision) const {
    const auto found = std::ranges::find(policies, decision, &Policy::decision);
    return found == policies.end() ? nullptr : &*found;
}

void check_strategy(const InfluenceDiagram& diagram, const Strategy& strategy) {
    const BayesianNetwork& network = diagram.network();
    for (const Policy& policy : strategy.policies) {
        const std::span<const VariableId> known = diagram.known(policy.decision);
        const std::string name = in_quotes(network.variable(policy.decision).name());
        if (strategy.find(policy.decision) != &policy)
            throw ArgumentError("the strategy has two policies of " + name);
        for (std::size_t i = 0; i < policy.given.size(); ++i) {
            const VariableId given = policy.given.variables()[i];
            if (std::ranges::find(known, given) == known.end())
                throw ArgumentError("the policy of " + name + " depends on " +
                                        in_quotes(network.variable(given).name()) +
                                        ", which is not known then",
                                    "add the arc, or leave it out of the strategy");
            if (policy.given.cardinalities()[i] != network.cardinality(given))
                throw ArgumentError("the policy of " + name + " has another number of states of " +
                                    in_quotes(network.variable(given).name()));
        }
        const auto is_alternative = [&](StateId choice) {
            return choice.index() < network.cardinality(policy.decision);
        };
        if (policy.choice.size() != policy.given.cells() ||
            !std::ranges::all_of(policy.choice, is_alternative))
            throw ArgumentError("the policy of " + name +
                                " does not choose one alternative in each configuration");
    }
}

BayesianNetwork with_strategy(const InfluenceDiagram& diagram, const Strategy& strategy,
                              std::string_view name_of_total) {
    check_strategy(diagram, strategy);
    const BayesianNetwork& network = diagram.network();
    NetworkBuilder builder(network.name(), no_limits());
    builder.set_row_sums(network.row_sums());
    for (const std::string& line : network.annotations()) builder.annotate(line);
    for (const Variable& variable : network.variables()) {
        Variable chance(variable.name(), variable.states());
        for (const std::string& line : variable.annotations()) chance.annotate(line);
        builder.add_variable(std::move(chance));
    }
    for (std::size_t v = 0; v < network.size(); ++v) {
        const VariableId variable(v);
        const bool is_decision = network.variable(variable).kind() == Variable::Kind::decision;
        builder.set_cpd(is_decision
                            ? Cpd(table_of_policy(network, variable, strategy.find(variable)))
                            : network.cpd(variable));
        const std::span<const double> weights = network.row_weights(variable);
        if (!weights.empty() && !is_decision)
            builder.set_row_weights(variable, {weights.begin(), weights.end()});
    }
    if (name_of_total.empty()) return std::move(builder).build();
    const VariableId total = builder.add_variable(Variable(std::string(name_of_total)));
    const std::span<const VariableId> summands = diagram.summands();
    builder.set_cpd(LinearGaussianCpd(
        total, Scope(), {summands.begin(), summands.end()},
        {LinearGaussianCpd::Row{0, std::vector<double>(summands.size(), 1.0), 0}}));
    return std::move(builder).build();
}

}  // namespace pgm
