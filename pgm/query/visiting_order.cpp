#include <pgm/query/visiting_order.hpp>

#include <limits>

namespace pgm {

std::vector<std::size_t> visiting_order(const Dag& dag) {
    constexpr std::size_t unvisited = std::numeric_limits<std::size_t>::max();
    const Dag::Graph& graph = dag.boost_graph();
    std::vector<std::size_t> order(dag.size(), unvisited);
    std::vector<std::size_t> waiting;
    std::size_t next = 0;
    for (std::size_t start = 0; start < dag.size(); ++start) {
        waiting.push_back(start);
        while (!waiting.empty()) {
            const std::size_t vertex = waiting.back();
            waiting.pop_back();
            if (order[vertex] != unvisited) continue;
            order[vertex] = next++;
            for (auto [arc, last] = boost::out_edges(vertex, graph); arc != last; ++arc) waiting.push_back(boost::target(*arc, graph));
            for (auto [arc, last] = boost::in_edges(vertex, graph); arc != last; ++arc) waiting.push_back(boost::source(*arc, graph));
        }
    }
    return order;
}

}  // namespace pgm
