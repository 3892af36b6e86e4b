#include <pgm/graph/boost_graph.hpp>

#include <pgm/graph/ancestry.hpp>

namespace pgm {

UndirectedGraph moral_graph(const Dag& dag) {
    UndirectedGraph moral(dag.size());
    for (std::size_t v = 0; v < dag.size(); ++v)
        for (const VariableId neighbour : markov_blanket(dag, VariableId(v)))
            if (v < neighbour.index()) boost::add_edge(v, neighbour.index(), moral);
    return moral;
}

}  // namespace pgm
