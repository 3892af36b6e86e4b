#include <pgm/inference/interaction_graph.hpp>

#include <algorithm>

namespace pgm {

InteractionGraph::InteractionGraph(std::vector<std::uint32_t> cardinalities, std::span<const std::span<const std::uint32_t>> families)
    : cardinality(std::move(cardinalities)), first_(cardinality.size() + 1, 0) {
    for (const std::span<const std::uint32_t> family : families) {
        for (const std::uint32_t member : family) first_[member + 1] += family.size() - 1;
    }
    for (std::size_t v = 0; v < size(); ++v) first_[v + 1] += first_[v];
    neighbours_.resize(first_.back());
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    for (const std::span<const std::uint32_t> family : families) {
        for (const std::uint32_t a : family) {
            for (const std::uint32_t b : family) {
                if (a != b) neighbours_[next[a]++] = b;
            }
        }
    }
    // Members of several families met more than once: sort, and close the gaps that the doubles leave.
    std::size_t end = 0;
    for (std::size_t v = 0; v < size(); ++v) {
        const std::span<std::uint32_t> list(neighbours_.data() + first_[v], next[v] - first_[v]);
        std::ranges::sort(list);
        first_[v] = end;
        for (const std::uint32_t u : list) {
            if (end == first_[v] || neighbours_[end - 1] != u) neighbours_[end++] = u;
        }
    }
    first_.back() = end;
    neighbours_.resize(end);
}

InteractionGraph moral_interaction_graph(const BayesianNetwork& network) {
    std::vector<std::uint32_t> cardinalities, members;
    std::vector<std::size_t> first_member;
    for (std::size_t v = 0; v < network.size(); ++v) {
        // A continuous variable has one cell: a measured value is one factor over its discrete parents.
        cardinalities.push_back(std::max(1u, static_cast<std::uint32_t>(network.cardinality(VariableId(v)))));
        first_member.push_back(members.size());
        for (const VariableId parent : network.dag().parents(VariableId(v))) members.push_back(parent.value);
        members.push_back(static_cast<std::uint32_t>(v));
    }
    first_member.push_back(members.size());
    std::vector<std::span<const std::uint32_t>> families;
    for (std::size_t v = 0; v < network.size(); ++v) families.emplace_back(members.data() + first_member[v], first_member[v + 1] - first_member[v]);
    return InteractionGraph(std::move(cardinalities), families);
}

}  // namespace pgm
