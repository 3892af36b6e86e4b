#include <tests/support/network_edit.hpp>

#include <pgm/model/network_builder.hpp>

#include <string>

namespace pgm::tests {
namespace {

TableCpd relabelled(const TableCpd& cpd, const Relabelling& to) {
    // The parents in reversed order, so that strides change as well.
    std::vector<VariableId> old_order(cpd.parents().rbegin(), cpd.parents().rend());
    old_order.push_back(cpd.child());
    std::vector<VariableId> variables;
    std::vector<std::size_t> cardinalities;
    for (const VariableId old : old_order) {
        variables.emplace_back(to.variables[old.index()]);
        cardinalities.push_back(cpd.scope().cardinalities()[*cpd.scope().axis(old)]);
    }
    Table table(Scope(variables, cardinalities));
    for (std::size_t cell = 0; cell < cpd.table().size(); ++cell) {
        const std::vector<StateId> old_states = cpd.scope().states(cell);
        std::vector<StateId> new_states;
        for (const VariableId old : old_order)
            new_states.emplace_back(
                to.states[old.index()][old_states[*cpd.scope().axis(old)].index()]);
        table[table.scope().cell(new_states)] = cpd.table()[cell];
    }
    return TableCpd(std::move(table));
}

}  // namespace

BayesianNetwork relabelled(const BayesianNetwork& network, const Relabelling& relabelling) {
    std::vector<Variable> variables(network.size());
    for (std::size_t v = 0; v < network.size(); ++v) {
        const Variable& old = network.variable(VariableId(v));
        std::vector<std::string> states(old.cardinality());
        for (std::size_t s = 0; s < states.size(); ++s)
            states[relabelling.states[v][s]] = "new " + old.states()[s];
        variables[relabelling.variables[v]] = Variable("new " + old.name(), std::move(states));
    }
    NetworkBuilder builder("relabelled");
    for (Variable& variable : variables) builder.add_variable(std::move(variable));
    for (const Cpd& cpd : network.cpds())
        builder.set_cpd(relabelled(std::get<TableCpd>(cpd), relabelling));
    return builder.build();
}

BayesianNetwork with_leaf(const BayesianNetwork& network, std::span<const VariableId> parents,
                          std::size_t states, std::span<const double> values) {
    NetworkBuilder builder(network);
    std::vector<std::string> names;
    for (std::size_t s = 0; s < states; ++s) names.push_back("s" + std::to_string(s));
    const VariableId leaf = builder.add_variable(Variable("the added leaf", std::move(names)));
    std::vector<VariableId> scope(parents.begin(), parents.end());
    std::vector<std::size_t> cardinalities;
    for (const VariableId parent : parents) cardinalities.push_back(network.cardinality(parent));
    scope.push_back(leaf);
    cardinalities.push_back(states);
    builder.set_cpd(TableCpd(Scope(scope, cardinalities), values));
    return builder.build();
}

BayesianNetwork with_forced_state(const BayesianNetwork& network, VariableId variable,
                                  StateId state) {
    NetworkBuilder builder(network);
    std::vector<double> row(network.cardinality(variable), 0.0);
    row[state.index()] = 1;
    builder.set_cpd(TableCpd(Scope({variable}, {row.size()}), row));
    return builder.build();
}

}  // namespace pgm::tests
