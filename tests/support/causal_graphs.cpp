#include <tests/support/causal_graphs.hpp>

#include <pgm/model/network_builder.hpp>
#include <pgm/model/random_network.hpp>
#include <pgm/model/structure_graph.hpp>
#include <tests/support/random_dag.hpp>

#include <algorithm>
#include <sstream>

namespace pgm::tests {

std::vector<VariableId> CausalModel::ids(const std::string& names) const {
    std::istringstream words(names);
    std::vector<VariableId> found;
    for (std::string name; words >> name;) found.push_back(id(name));
    std::ranges::sort(found);
    return found;
}

CausalModel causal_model(const std::string& structure) {
    const BayesianNetwork network = uniform_network(structure);
    std::vector<VariableId> hidden;
    for (const std::string& name : hidden_variables(structure)) hidden.push_back(network.id(name));
    return {network, CausalGraph(network.dag(), hidden)};
}

namespace {

/// The network with another random distribution in place of each, all probabilities positive.
BayesianNetwork with_random_tables(const BayesianNetwork& network, Rng& rng) {
    NetworkBuilder builder(network);
    for (std::size_t v = 0; v < network.size(); ++v) {
        Table table = tabulated(network, VariableId(v)).table();
        const std::size_t states = network.cardinality(VariableId(v));
        for (std::size_t row = 0; row < table.size(); row += states) {
            double sum = 0;
            for (std::size_t i = 0; i < states; ++i) sum += table[row + i] = 0.05 + rng.uniform();
            for (std::size_t i = 0; i < states; ++i) table[row + i] /= sum;
        }
        builder.set_cpd(TableCpd(table));
    }
    return builder.build();
}

/// A random DAG over five variables, some pairs of which have a hidden common cause.
std::string confounded_structure(Rng& rng) {
    std::string text = "V0; V1; V2; V3; V4";
    for (const auto& [parent, child] : random_dag(rng, 5, 0.45).arcs())
        text += "; V" + std::to_string(parent.index()) + " -> V" + std::to_string(child.index());
    for (std::size_t i = 0; i < 5; ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (rng.uniform() < 0.25)
                text += "; H" + std::to_string(i) + std::to_string(j) + "{2, hidden} -> V" +
                        std::to_string(i) + ", V" + std::to_string(j);
    return text;
}

}  // namespace

CausalModel random_causal_model(std::uint64_t seed) {
    Rng rng(seed);
    if (seed % 2 == 1) {
        CausalModel model = causal_model(confounded_structure(rng));
        model.network = with_random_tables(model.network, rng);
        return model;
    }
    RandomNetworkOptions options;
    options.variables = 3 + rng.below(5);
    options.cardinalities = {2, 3};
    const BayesianNetwork network = random_network(options, seed);
    const std::vector<VariableId> hidden = random_subset(rng, network.size(), 0.35);
    return {network, CausalGraph(network.dag(), hidden)};
}

std::vector<std::vector<VariableId>> subsets_of(const std::vector<VariableId>& set) {
    std::vector<std::vector<VariableId>> subsets(std::size_t{1} << set.size());
    for (std::size_t i = 0; i < subsets.size(); ++i)
        for (std::size_t member = 0; member < set.size(); ++member)
            if (i >> member & 1) subsets[i].push_back(set[member]);
    return subsets;
}

}  // namespace pgm::tests
