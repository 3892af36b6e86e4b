#include <pgm/inference/detail/order/elimination_cliques.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace pgm::detail {
namespace {

/// Adds to one ascending list what another has and it has not.
void merge(std::span<const std::uint32_t> from, std::vector<std::uint32_t>& into) {
    if (from.empty()) return;
    std::vector<std::uint32_t> merged;
    merged.reserve(from.size() + into.size());
    std::ranges::set_union(from, into, std::back_inserter(merged));
    into = std::move(merged);
}

}  // namespace

std::size_t EliminationCliques::edges() const {
    std::size_t count = 0;
    for (const std::vector<std::uint32_t>& members : later) count += members.size();
    return count;
}

EliminationCliques elimination_cliques(const InteractionGraph& graph,
                                       const EliminationOrder& order) {
    EliminationCliques cliques{std::vector<std::uint32_t>(graph.size()),
                               std::vector<std::vector<std::uint32_t>>(order.chosen)};
    for (std::uint32_t p = 0; p < graph.size(); ++p) cliques.position[order.order[p]] = p;
    for (std::size_t p = 0; p < order.chosen; ++p) {
        std::vector<std::uint32_t>& members = cliques.later[p];
        for (const std::uint32_t u : graph.neighbours(order.order[p])) {
            if (cliques.position[u] > p) members.push_back(cliques.position[u]);
        }
        std::ranges::sort(members);
    }
    // What is left of a clique once its first variable has gone belongs to the clique of the
    // next of them: the edges between them are there by then.
    for (const std::vector<std::uint32_t>& members : cliques.later) {
        if (members.empty() || members.front() >= order.chosen) continue;
        merge(std::span(members).subspan(1), cliques.later[members.front()]);
    }
    return cliques;
}

}  // namespace pgm::detail
