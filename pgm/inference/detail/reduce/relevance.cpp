#include <pgm/inference/detail/reduce/relevance.hpp>

#include <pgm/graph/boost_graph.hpp>

namespace pgm::detail {

std::vector<char> relevant_variables(const Dag& dag, std::span<const VariableId> targets,
                                     std::span<const Role> roles) {
    if (targets.size() == dag.size()) return std::vector<char>(dag.size(), 1);
    std::vector<char> relevant(dag.size(), 0);
    std::vector<std::size_t> stack;
    stack.reserve(dag.size());
    const auto mark = [&](std::size_t v) {
        if (relevant[v]) return;
        relevant[v] = 1;
        stack.push_back(v);
    };
    for (const VariableId target : targets) mark(target.index());
    for (std::size_t v = 0; v < roles.size(); ++v) {
        if (roles[v] == Role::observed || roles[v] == Role::bounded || roles[v] == Role::likelihood)
            mark(v);
    }
    const BoostGraph& graph = dag.boost_graph();
    while (!stack.empty()) {
        const std::size_t v = stack.back();
        stack.pop_back();
        if (roles[v] == Role::intervened) continue;
        for (auto [arc, end] = boost::in_edges(v, graph); arc != end; ++arc)
            mark(boost::source(*arc, graph));
    }
    return relevant;
}

}  // namespace pgm::detail
