#include <pgm/inference/detail/continuous/discretised_model.hpp>

#include <pgm/model/network_builder.hpp>

#include <string>

namespace pgm::detail {
namespace {

TableCpd certainty(Scope scope) {
    Table table(std::move(scope));
    for (double& value : table.values()) value = 1;
    return TableCpd(std::move(table));
}

/// All states equally probable.
TableCpd indifference(const BayesianNetwork& network, VariableId variable) {
    const std::size_t states = network.cardinality(variable);
    Table table(Scope({variable}, {states}));
    for (double& value : table.values()) value = 1 / static_cast<double>(states);
    return TableCpd(std::move(table));
}

BayesianNetwork discretised(const BayesianNetwork& network, const ContinuousEvidence& densities) {
    NetworkBuilder builder(network.name(), no_limits());
    builder.set_row_sums(network.row_sums());
    for (const Variable& variable : network.variables()) {
        builder.add_variable(Variable(variable.name(), variable.is_discrete()
                                                           ? variable.states()
                                                           : std::vector<std::string>{"any"}));
    }
    for (std::size_t v = 0; v < network.size(); ++v) {
        const Cpd& cpd = network.cpds()[v];
        if (is_continuous(cpd))
            builder.set_cpd(certainty(Scope({VariableId(v)}, {1})));
        else
            builder.set_cpd(has_cuts(cpd) ? Cpd(indifference(network, VariableId(v))) : cpd);
    }
    for (std::size_t f = 0; f < densities.factors(); ++f) {
        std::string name = "densities " + std::to_string(f + 1);
        while (network.find(name)) name += '\'';
        const VariableId slot = builder.add_variable(Variable(name, {"any"}));
        std::vector<VariableId> variables(densities.scope(f).variables().begin(),
                                          densities.scope(f).variables().end());
        std::vector<std::size_t> cardinalities(densities.scope(f).cardinalities().begin(),
                                               densities.scope(f).cardinalities().end());
        variables.push_back(slot);
        cardinalities.push_back(1);
        builder.set_cpd(certainty(Scope(variables, cardinalities)));
    }
    return std::move(builder).build();
}

}  // namespace

DiscretisedModel::DiscretisedModel(const BayesianNetwork& network,
                                   std::span<const VariableId> targets, std::span<const Role> roles,
                                   std::span<const char> fixed, const EngineOptions& options)
    : first_slot_(network.size()),
      densities_(network, roles, fixed, options.max_arena_bytes / sizeof(double)),
      network_(discretised(network, densities_)),
      planner_(network_, options, {targets.begin(), targets.end()}, densities_.factors()) {}

}  // namespace pgm::detail
