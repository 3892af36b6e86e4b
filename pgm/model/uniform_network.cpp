#include <pgm/model/structure_graph.hpp>

#include <pgm/model/network_builder.hpp>

#include <utility>
#include <vector>

namespace pgm {
namespace {

std::size_t states_of(const StructureNode& node) {
    return node.states.empty() ? 2 : node.states.size();
}

/// The family of each node, its parents in the order of their arcs, then itself.
std::vector<std::vector<VariableId>> families_of(const StructureGraph& structure) {
    std::vector<std::vector<VariableId>> families(structure.nodes.size());
    for (const Arc& arc : structure.arcs) families[arc.child.index()].push_back(arc.parent);
    for (std::size_t i = 0; i < families.size(); ++i) families[i].emplace_back(i);
    return families;
}

Table uniform_table(const StructureGraph& structure, const std::vector<VariableId>& family) {
    std::vector<std::size_t> cardinalities;
    for (const VariableId variable : family)
        cardinalities.push_back(states_of(structure.nodes[variable.index()]));
    const double share = 1 / static_cast<double>(cardinalities.back());
    Table table(Scope(family, std::move(cardinalities)));
    for (std::size_t cell = 0; cell < table.size(); ++cell) table[cell] = share;
    return table;
}

}  // namespace

BayesianNetwork uniform_network(const StructureGraph& structure) {
    NetworkBuilder builder;
    for (const StructureNode& node : structure.nodes)
        builder.add_variable(Variable(
            node.name, node.states.empty() ? std::vector<std::string>{"0", "1"} : node.states));
    for (const std::vector<VariableId>& family : families_of(structure))
        builder.set_cpd(TableCpd(uniform_table(structure, family)));
    return std::move(builder).build();
}

BayesianNetwork uniform_network(std::string_view structure) {
    return uniform_network(parse_structure_graph(structure));
}

}  // namespace pgm
