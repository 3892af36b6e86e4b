#include <pgm/explain/detail/derived_tables.hpp>
#include <pgm/explain/detail/event_derivatives.hpp>
#include <pgm/model/network_builder.hpp>

#include <algorithm>

namespace pgm::detail {
namespace {

/// P(X = known | rows): densities divided by the greatest one.
TableCpd relative_densities(VariableId variable, const Table& densities) {
    std::vector<VariableId> members(densities.scope().variables().begin(),
                                    densities.scope().variables().end());
    std::vector<std::size_t> cardinalities(densities.scope().cardinalities().begin(),
                                           densities.scope().cardinalities().end());
    members.push_back(variable);
    cardinalities.push_back(2);
    Table table{Scope(members, cardinalities)};
    const double greatest = std::ranges::max(densities.values());
    for (std::size_t row = 0; row < densities.size(); ++row) {
        table[2 * row] = greatest > 0 ? densities[row] / greatest : 0;
        table[2 * row + 1] = 1 - table[2 * row];
    }
    return TableCpd(std::move(table));
}

/// A variable that has one state, or always its first one.
TableCpd certain(VariableId variable, std::size_t states) {
    Table table{Scope({variable}, {states})};
    table[0] = 1;
    return TableCpd(std::move(table));
}

/// The distribution of a variable in the network of tables.
Cpd tabulated_cpd(const BayesianNetwork& network, VariableId variable, bool is_set,
                  const std::map<VariableId, double>& values) {
    const Cpd& cpd = network.cpd(variable);
    const auto is_known = [&](VariableId parent) { return values.contains(parent); };
    const bool has_values = std::ranges::all_of(continuous_parents(cpd), is_known);
    std::vector<std::string> formulas;
    if (has_cuts(cpd))
        return has_values ? TableCpd(table_of_family(network, variable, values, formulas))
                          : certain(variable, network.cardinality(variable));
    if (!is_continuous(cpd)) return cpd;
    if (!is_known(variable) || is_set || !has_values)
        return certain(variable, is_known(variable) ? 2 : 1);
    return relative_densities(variable, table_of_family(network, variable, values, formulas));
}

}  // namespace

TabulatedValues tabulated_values(const BayesianNetwork& network, const Evidence& evidence,
                                 const std::map<VariableId, double>& values) {
    NetworkBuilder builder(network.name());
    builder.set_row_sums(network.row_sums());
    TabulatedValues made;
    for (const auto& [variable, finding] : evidence)
        if (!values.contains(variable)) made.evidence.add(variable, finding);
    for (std::size_t v = 0; v < network.size(); ++v) {
        const VariableId variable(v);
        if (network.variable(variable).is_discrete()) {
            builder.add_variable(network.variable(variable));
            continue;
        }
        std::vector<std::string> states{"known"};
        if (values.contains(variable)) states.emplace_back("other");
        builder.add_variable(Variable(network.variable(variable).name(), states));
        if (values.contains(variable)) made.evidence.observe(variable, StateId(std::size_t{0}));
    }
    for (std::size_t v = 0; v < network.size(); ++v) {
        const Finding* const finding = evidence.find(VariableId(v));
        const bool is_set = finding && std::holds_alternative<IntervenedValue>(*finding);
        builder.set_cpd(tabulated_cpd(network, VariableId(v), is_set, values));
    }
    made.network = std::move(builder).build();
    return made;
}

}  // namespace pgm::detail
