#include <pgm/graph/ancestry.hpp>

#include <algorithm>

namespace pgm {

std::vector<VariableId> markov_blanket(const Dag& dag, VariableId vertex) {
    std::vector<VariableId> blanket = dag.parents(vertex);
    for (const VariableId child : dag.children(vertex)) {
        blanket.push_back(child);
        for (const VariableId spouse : dag.parents(child))
            if (spouse != vertex) blanket.push_back(spouse);
    }
    std::sort(blanket.begin(), blanket.end());
    blanket.erase(std::unique(blanket.begin(), blanket.end()), blanket.end());
    return blanket;
}

}  // namespace pgm
