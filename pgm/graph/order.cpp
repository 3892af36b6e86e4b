#include <pgm/graph/ancestry.hpp>

#include <functional>
#include <queue>

namespace pgm {

std::vector<VariableId> topological_order(const Dag& dag) {
    std::priority_queue<VariableId, std::vector<VariableId>, std::greater<>> ready;
    std::vector<std::size_t> parents_left(dag.size());
    for (std::size_t v = 0; v < dag.size(); ++v) {
        parents_left[v] = dag.in_degree(VariableId(v));
        if (parents_left[v] == 0) ready.push(VariableId(v));
    }

    std::vector<VariableId> order;
    order.reserve(dag.size());
    while (!ready.empty()) {
        const VariableId next = ready.top();
        ready.pop();
        order.push_back(next);
        for (const VariableId child : dag.children(next))
            if (--parents_left[child.index()] == 0) ready.push(child);
    }
    return order;
}

}  // namespace pgm
