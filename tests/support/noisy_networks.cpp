#include <tests/support/noisy_networks.hpp>

#include <pgm/model/network_builder.hpp>

#include <algorithm>
#include <string>

namespace pgm::tests {
namespace {

std::vector<double> link_row(std::size_t states, Rng& rng) {
    std::vector<double> row(states);
    double sum = 0;
    for (double& cell : row) sum += cell = rng.uniform() < 0.2 ? 0 : rng.uniform();
    if (sum == 0) sum = row.front() = 1;
    for (double& cell : row) cell /= sum;
    return row;
}

void add_combinations(const NoisyMaxCpd& cpd, std::span<const StateId> parents, std::size_t next,
                      double probability, std::size_t largest, std::span<double> row) {
    if (next == parents.size()) {
        row[largest] += probability;
        return;
    }
    const std::span<const double> link = cpd.link(next, parents[next]);
    for (std::size_t z = 0; z < link.size(); ++z)
        add_combinations(cpd, parents, next + 1, probability * link[z], std::max(largest, z), row);
}

}  // namespace

TableCpd table_by_definition(const NoisyMaxCpd& cpd) {
    std::vector<VariableId> variables(cpd.parents().begin(), cpd.parents().end());
    variables.push_back(cpd.child());
    Table table(Scope(variables, {cpd.cardinalities().begin(), cpd.cardinalities().end()}));
    for (std::size_t cell = 0; cell < table.size(); cell += cpd.states()) {
        std::vector<StateId> parents = table.scope().states(cell);
        parents.pop_back();
        const std::span<double> row = table.values().subspan(cell, cpd.states());
        for (std::size_t z = 0; z < cpd.states(); ++z)
            add_combinations(cpd, parents, 0, cpd.leak()[z], z, row);
    }
    return TableCpd(std::move(table));
}

BayesianNetwork with_tables_by_definition(const BayesianNetwork& network) {
    NetworkBuilder builder(network);
    for (const Cpd& cpd : network.cpds())
        if (const auto* const noisy = std::get_if<NoisyMaxCpd>(&cpd))
            builder.set_cpd(table_by_definition(*noisy));
    return builder.build();
}

BayesianNetwork random_noisy_network(std::size_t variables, std::size_t most_parents, Rng& rng) {
    NetworkBuilder builder("noisy");
    for (std::size_t v = 0; v < variables; ++v) {
        std::vector<std::string> states{"none", "some"};
        if (rng.uniform() < 0.5) states.push_back("much");
        builder.add_variable(Variable("X" + std::to_string(v), states));
    }
    for (std::size_t v = 0; v < variables; ++v) {
        const std::size_t states = builder.variable(VariableId(v)).cardinality();
        std::vector<std::size_t> earlier(v);
        for (std::size_t p = 0; p < v; ++p) earlier[p] = p;
        // In any order, which need not be that of the ids.
        for (std::size_t p = v; p-- > 1;)
            std::swap(
                earlier[p],
                earlier[static_cast<std::size_t>(rng.uniform() * static_cast<double>(p + 1))]);
        earlier.resize(std::min(v, most_parents));
        std::vector<NoisyMaxCpd::Link> links;
        std::vector<VariableId> family;
        std::vector<std::size_t> cardinalities;
        for (const std::size_t p : earlier) {
            NoisyMaxCpd::Link& link = links.emplace_back();
            link.parent = VariableId(p);
            family.push_back(link.parent);
            cardinalities.push_back(builder.variable(link.parent).cardinality());
            for (std::size_t s = 0; s < cardinalities.back(); ++s)
                link.rows.push_back(rng.uniform() < 0.3 ? std::vector<double>()
                                                        : link_row(states, rng));
        }
        if (v % 2 == 1) {
            builder.set_cpd(NoisyMaxCpd(VariableId(v), links, link_row(states, rng)));
            continue;
        }
        family.push_back(VariableId(v));
        cardinalities.push_back(states);
        Table table(Scope(family, cardinalities));
        for (std::size_t cell = 0; cell < table.size(); cell += states)
            std::ranges::copy(link_row(states, rng),
                              table.values().begin() + static_cast<std::ptrdiff_t>(cell));
        builder.set_cpd(TableCpd(std::move(table)));
    }
    return builder.build();
}

}  // namespace pgm::tests
