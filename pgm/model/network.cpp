#include <pgm/model/network.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/suggest.hpp>

#include <cmath>

namespace pgm {

std::optional<VariableId> BayesianNetwork::find(std::string_view name) const {
    return names_.find(name,
                       [this](VariableId id) -> const std::string& { return variable(id).name(); });
}

VariableId BayesianNetwork::id(std::string_view name) const {
    if (const auto found = find(name)) return *found;
    throw ArgumentError("no variable '" + printable(name) + "'",
                        did_you_mean(name, names_of(variables_)));
}

std::vector<VariableId> discrete_variables(const BayesianNetwork& network) {
    std::vector<VariableId> discrete;
    for (std::size_t i = 0; i < network.size(); ++i)
        if (network.variables()[i].is_discrete()) discrete.emplace_back(i);
    return discrete;
}

std::vector<Arc> arcs_into_continuous(const Dag& dag, std::span<const Variable> variables) {
    std::vector<Arc> arcs = dag.arcs();
    std::erase_if(arcs, [&](const Arc& arc) {
        return !variables[arc.parent.index()].is_discrete() ||
               variables[arc.child.index()].is_discrete();
    });
    return arcs;
}

std::size_t parameter_count(const BayesianNetwork& network) {
    std::size_t count = 0;
    for (const Cpd& cpd : network.cpds()) count += parameter_count(cpd);
    return count;
}

double log_probability(const BayesianNetwork& network, std::span<const StateId> states) {
    if (states.size() != network.size())
        throw ArgumentError("a complete assignment has one state per variable");
    if (!network.is_discrete())
        throw ArgumentError("the network has continuous variables",
                            "ask for log_density(), with their values");
    return log_density(network, states, {});
}

double log_density(const BayesianNetwork& network, std::span<const StateId> states,
                   std::span<const double> values) {
    if (states.size() != network.size() ||
        (values.size() != network.size() && !network.is_discrete())) {
        throw ArgumentError("a complete assignment has one entry per variable");
    }
    double sum = 0;
    std::vector<StateId> family;
    std::vector<double> parents;
    for (const Cpd& cpd : network.cpds()) {
        const auto take_states = [&](const Scope& scope) {
            family.clear();
            for (const VariableId variable : scope.variables())
                family.push_back(states[variable.index()]);
        };
        sum += std::visit(Overloaded{[&](const TableCpd& table) {
                                         take_states(table.scope());
                                         return std::log(table.probability(family));
                                     },
                                     [&](const auto& continuous) {
                                         take_states(continuous.discrete_scope());
                                         parents.clear();
                                         for (const VariableId parent : continuous_parents(cpd))
                                             parents.push_back(values[parent.index()]);
                                         return log_density(
                                             cpd, continuous.discrete_scope().cell(family), parents,
                                             values[continuous.child().index()]);
                                     }},
                          cpd);
    }
    return sum;
}

}  // namespace pgm
