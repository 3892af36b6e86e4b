#include <examples/structures.hpp>

#include <learners/fit/fit_network.hpp>
#include <pgm/model/sampling.hpp>
#include <pgm/model/structure_graph.hpp>

#include <optional>
#include <utility>
#include <vector>

namespace pgm::examples {

Dataset sampled_table(const BayesianNetwork& network, std::size_t rows, std::uint64_t seed) {
    const std::vector<std::vector<StateId>> samples = forward_samples(network, rows, seed);
    std::vector<Column> columns;
    for (std::size_t v = 0; v < network.size(); ++v) {
        const std::vector<std::optional<StateId>> cells(samples[v].begin(), samples[v].end());
        columns.push_back(discrete_column(network.variables()[v], cells));
    }
    return Dataset(std::move(columns));
}

Dag graph_over(const Dataset& data, std::string_view structure) {
    const StructureGraph graph = parse_structure_graph(structure);
    const auto variable = [&](VariableId node) {
        return VariableId(data.id(graph.nodes[node.index()].name).index());
    };
    Dag dag(data.columns().size());
    for (const Arc& arc : graph.arcs) dag.add_arc(variable(arc.parent), variable(arc.child));
    return dag;
}

BayesianNetwork network_over(const Dataset& data, std::string_view structure) {
    return learners::fit_network(data, graph_over(data, structure),
                                 {.smoothing = learners::MaximumLikelihood{}})
        .network;
}

std::string class_text(const Dataset& data, const PartiallyDirectedGraph& graph) {
    std::string text;
    const auto add = [&](VariableId a, const char* sign, VariableId b) {
        text += (text.empty() ? "" : ", ") + data.columns()[a.index()].name() + sign +
                data.columns()[b.index()].name();
    };
    for (const Edge& edge : graph.edges()) add(edge.a, " - ", edge.b);
    for (const Arc& arc : graph.arcs()) add(arc.parent, " -> ", arc.child);
    return text;
}

PartiallyDirectedGraph missing_in(const PartiallyDirectedGraph& other,
                                  const PartiallyDirectedGraph& truth) {
    PartiallyDirectedGraph missing = truth;
    for (const Edge& edge : truth.edges())
        if (other.adjacent(edge.a, edge.b)) missing.remove(edge.a, edge.b);
    for (const Arc& arc : truth.arcs())
        if (other.adjacent(arc.parent, arc.child)) missing.remove(arc.parent, arc.child);
    return missing;
}

}  // namespace pgm::examples
