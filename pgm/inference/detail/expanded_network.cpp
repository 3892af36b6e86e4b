#include <pgm/inference/detail/expanded_network.hpp>

#include <pgm/model/network_builder.hpp>

#include <algorithm>
#include <string>

namespace pgm::detail {
namespace {

/// For messages about networks that are too large.
std::string hidden_name(const BayesianNetwork& network, VariableId child, std::size_t number) {
    std::string name = network.variable(child).name() + " (part " + std::to_string(number) + ")";
    while (network.find(name)) name += '\'';
    return name;
}

/// The states of hidden variables are never shown.
std::vector<std::string> numbered_states(std::size_t count) {
    std::vector<std::string> states;
    for (std::size_t i = 0; i < count; ++i) states.push_back(std::to_string(i));
    return states;
}

}  // namespace

std::optional<BayesianNetwork> expanded_network(const BayesianNetwork& network) {
    if (std::ranges::none_of(network.cpds(), needs_expansion)) return std::nullopt;
    NetworkBuilder builder(network.name(), no_limits());
    builder.set_row_sums(network.row_sums());
    for (const Variable& variable : network.variables()) builder.add_variable(variable);
    for (const Cpd& cpd : network.cpds()) {
        if (!needs_expansion(cpd)) {
            builder.set_cpd(cpd);
            continue;
        }
        const VariableId first_hidden(builder.size());
        std::vector<TableCpd> tables =
            visit_discrete([&](const auto& c) { return c.tables(first_hidden); }, cpd);
        for (std::size_t i = 0; i + 1 < tables.size(); ++i)
            builder.add_variable(Variable(hidden_name(network, child_of(cpd), i + 1),
                                          numbered_states(tables[i].row_length())));
        for (TableCpd& table : tables) builder.set_cpd(std::move(table));
    }
    return std::move(builder).build();
}

}  // namespace pgm::detail
