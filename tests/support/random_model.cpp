#include <tests/support/random_model.hpp>

#include <pgm/model/network_builder.hpp>
#include <tests/support/random_dag.hpp>

#include <cmath>
#include <numeric>

namespace pgm::tests {
namespace {

std::size_t random_cardinality(Rng& rng) {
    const double draw = rng.uniform();
    if (draw < 0.08) return 1;
    if (draw < 0.50) return 2;
    if (draw < 0.75) return 3;
    if (draw < 0.95) return 4 + rng.below(4);
    return 20;
}

/// Random cardinalities, drawn again while their product is too large.
std::vector<std::size_t> random_cardinalities(Rng& rng, std::size_t variables,
                                              std::size_t max_assignments) {
    for (;;) {
        std::vector<std::size_t> cardinalities(variables);
        double assignments = 1;
        for (std::size_t& k : cardinalities)
            assignments *= static_cast<double>(k = random_cardinality(rng));
        if (assignments <= static_cast<double>(max_assignments)) return cardinalities;
    }
}

/// As many of the parents as the bounds admit, and the child.
std::vector<VariableId> family(const Dag& dag, VariableId child,
                               const std::vector<std::size_t>& cardinality_of,
                               const RandomModelOptions& options) {
    std::vector<VariableId> members;
    std::size_t cells = cardinality_of[child.index()];
    for (const VariableId parent : dag.parents(child)) {
        if (members.size() == options.max_parents ||
            cells * cardinality_of[parent.index()] > options.max_table_cells)
            break;
        cells *= cardinality_of[parent.index()];
        members.push_back(parent);
    }
    members.push_back(child);
    return members;
}

TableCpd random_table(Rng& rng, std::vector<VariableId> scope,
                      const std::vector<std::size_t>& cardinality_of) {
    std::vector<std::size_t> cardinalities;
    for (const VariableId v : scope) cardinalities.push_back(cardinality_of[v.index()]);
    const std::size_t states = cardinalities.back();
    Scope axes(std::move(scope), std::move(cardinalities));
    std::vector<double> values;
    while (values.size() < axes.cells()) {
        const std::vector<double> row = random_row(rng, states);
        values.insert(values.end(), row.begin(), row.end());
    }
    return TableCpd(std::move(axes), values);
}

}  // namespace

std::vector<double> random_row(Rng& rng, std::size_t states) {
    std::vector<double> row(states);
    const double kind = rng.uniform();
    for (double& p : row) {
        p = -std::log(1 - rng.uniform());
        if (kind < 0.2 && rng.uniform() < 0.5) p = 0;
        if (kind > 0.9) p *= std::pow(10.0, -300 * rng.uniform());
    }
    row[rng.below(states)] += 0.1;  // some state is possible
    if (kind >= 0.2 && kind < 0.3) {
        std::fill(row.begin(), row.end(), 0.0);
        row[rng.below(states)] = 1;
    }
    const double sum = std::accumulate(row.begin(), row.end(), 0.0);
    for (double& p : row) p /= sum;
    return row;
}

BayesianNetwork random_model(Rng& rng, const RandomModelOptions& options) {
    const std::size_t n =
        options.min_variables + rng.below(options.max_variables - options.min_variables + 1);
    const std::vector<std::size_t> cardinalities =
        random_cardinalities(rng, n, options.max_assignments);
    const Dag dag = random_dag(rng, n, std::min(1.0, 3.5 * rng.uniform() / static_cast<double>(n)));

    NetworkBuilder builder("random");
    for (std::size_t v = 0; v < n; ++v) {
        std::vector<std::string> states;
        for (std::size_t s = 0; s < cardinalities[v]; ++s)
            states.push_back("s" + std::to_string(s));
        builder.add_variable(Variable("X" + std::to_string(v), std::move(states)));
    }
    for (std::size_t v = 0; v < n; ++v)
        builder.set_cpd(
            random_table(rng, family(dag, VariableId(v), cardinalities, options), cardinalities));
    return builder.build();
}

Evidence random_evidence(Rng& rng, const BayesianNetwork& network) {
    Evidence evidence;
    const double share = 0.6 * rng.uniform();
    for (std::size_t v = 0; v < network.size(); ++v) {
        if (rng.uniform() >= share) continue;
        const VariableId id(v);
        const std::size_t states = network.cardinality(id);
        const double kind = rng.uniform();
        if (kind < 0.70) {
            evidence.observe(id, StateId(rng.below(states)));
        } else if (kind < 0.85) {
            std::vector<double> likelihood(states);
            for (double& l : likelihood) l = rng.uniform() < 0.2 ? 0.0 : 2 * rng.uniform();
            evidence.likelihood(id, likelihood);
        } else {
            evidence.intervene(id, StateId(rng.below(states)));
        }
    }
    return evidence;
}

}  // namespace pgm::tests
