#include <pgm/inference/detail/order/interaction_graph.hpp>

#include <pgm/inference/detail/cost/cost_model.hpp>

#include <algorithm>
#include <bit>

namespace pgm::detail {

namespace {

using Families = std::span<const std::span<const std::uint32_t>>;

}  // namespace

InteractionGraph::InteractionGraph(std::span<const std::uint32_t> cardinalities, Families families,
                                   std::pmr::memory_resource* memory)
    : cardinality(cardinalities.begin(), cardinalities.end(), memory),
      stage(memory),
      first_(cardinality.size() + 1, 0, memory),
      neighbours_(memory) {
    size() <= cost_model::most_vertices_joined_in_bits ? connect_in_bits(families)
                                                       : connect_in_lists(families);
}

void InteractionGraph::connect_in_bits(Families families) {
    const std::size_t words = (size() + 63) / 64;
    std::pmr::vector<std::uint64_t> rows(size() * words, 0, first_.get_allocator());
    std::size_t pairs = 0;
    for (const std::span<const std::uint32_t> family : families) {
        for (const std::uint32_t b : family) {
            for (const std::uint32_t a : family)
                rows[a * words + b / 64] |=
                    std::uint64_t{1} << (b % 64);  // a word after the other: none waits for itself
        }
        pairs += family.size() * (family.size() - 1);
    }
    neighbours_.reserve(pairs);
    for (std::size_t v = 0; v < size(); ++v) {
        rows[v * words + v / 64] &= ~(std::uint64_t{1} << (v % 64));
        for (std::size_t w = 0; w < words; ++w) {
            for (std::uint64_t bits = rows[v * words + w]; bits; bits &= bits - 1) {
                neighbours_.push_back(static_cast<std::uint32_t>(
                    w * 64 + static_cast<std::size_t>(std::countr_zero(bits))));
            }
        }
        first_[v + 1] = neighbours_.size();
    }
}

void InteractionGraph::connect_in_lists(Families families) {
    for (const std::span<const std::uint32_t> family : families) {
        for (const std::uint32_t member : family) first_[member + 1] += family.size() - 1;
    }
    for (std::size_t v = 0; v < size(); ++v) first_[v + 1] += first_[v];
    neighbours_.resize(first_.back());
    std::pmr::vector<std::size_t> next(first_.begin(), first_.end() - 1, first_.get_allocator());
    for (const std::span<const std::uint32_t> family : families) {
        for (const std::uint32_t a : family) {
            for (const std::uint32_t b : family) {
                if (a != b) neighbours_[next[a]++] = b;
            }
        }
    }
    // Members of several families met more than once: sort, and close the gaps that the doubles
    // leave.
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
        const std::size_t states = network.cardinality(VariableId(v));
        cardinalities.push_back(std::max(1u, static_cast<std::uint32_t>(states)));
        first_member.push_back(members.size());
        const bool is_discrete = network.variable(VariableId(v)).is_discrete();
        for (const VariableId parent : network.dag().parents(VariableId(v))) {
            if (is_discrete || network.variable(parent).is_discrete()) {
                members.push_back(parent.value);
            }
        }
        members.push_back(static_cast<std::uint32_t>(v));
    }
    first_member.push_back(members.size());
    std::vector<std::span<const std::uint32_t>> families;
    for (std::size_t v = 0; v < network.size(); ++v) {
        families.emplace_back(members.data() + first_member[v],
                              first_member[v + 1] - first_member[v]);
    }
    return InteractionGraph(cardinalities, families);
}

}  // namespace pgm::detail
