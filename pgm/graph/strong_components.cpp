#include <pgm/graph/dag.hpp>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>

namespace pgm {

std::vector<std::vector<VariableId>> strong_components(std::size_t size,
                                                       std::span<const Arc> arcs) {
    using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
    Graph graph(size);
    for (const auto& [parent, child] : arcs) boost::add_edge(parent.index(), child.index(), graph);
    std::vector<std::size_t> component(size);
    const std::size_t count = boost::strong_components(
        graph, boost::make_iterator_property_map(component.begin(),
                                                 boost::get(boost::vertex_index, graph)));
    std::vector<std::vector<VariableId>> components(count);
    for (std::size_t v = 0; v < size; ++v) components[component[v]].emplace_back(v);
    return components;
}

}  // namespace pgm
