#include <pgm/inference/detail/order/greedy_elimination.hpp>

#include <pgm/core/numbers.hpp>
#include <pgm/core/random.hpp>
#include <pgm/inference/detail/cost/cost_model.hpp>
#include <pgm/inference/detail/order/neighbour_bits.hpp>
#include <pgm/inference/detail/order/neighbour_lists.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace pgm::detail {
namespace {

/// Binary logarithm in units of 1/64, rounded; the only ones that occur often are looked up.
std::int64_t log_weight(std::uint32_t k) {
    constexpr std::uint8_t of_small[] = {1, 1, 64, 101, 128, 149, 165, 180, 192};
    return k < std::size(of_small) ? of_small[k] : std::llround(64 * std::log2(k));
}

std::int64_t weight_of_cardinality(FillWeight weight, std::uint32_t k) {
    switch (weight) {
        case FillWeight::plain:
            return 1;
        case FillWeight::product:
            return std::min(k, 4096u);
        case FillWeight::log_product:
            break;
    }
    return log_weight(k);
}

}  // namespace

template <class Neighbours>
GreedyElimination<Neighbours>::GreedyElimination(const InteractionGraph& graph,
                                                 std::pmr::memory_resource* memory)
    : graph_(graph),
      left_(graph, memory),
      nodes_(graph.size(), memory),
      costs_(memory),
      touched_(graph.size() + 1, memory),
      clique_(memory) {
    for (std::uint32_t v = 0; v < graph.size(); ++v)
        nodes_[v].log_card = log_weight(graph.cardinality[v]);
    clique_.reserve(graph.size());
}

template <class Neighbours>
void GreedyElimination<Neighbours>::start(Try attempt) {
    if (steps_ > 0) left_.reset(graph_);
    steps_ = static_cast<double>(graph_.size());
    Rng random(attempt.seed);
    for (std::uint32_t v = 0; v < graph_.size(); ++v) {
        Node& node = nodes_[v];
        node.weight = weight_of_cardinality(attempt.weight, graph_.cardinality[v]);
        node.jitter = attempt.seed == 0 ? 1 : 1 + random.uniform() / 4;
        node.counted = node.touched = false;
    }
    for (std::uint32_t v = 0; v < graph_.size(); ++v) {
        Node& node = nodes_[v];
        node.around = 0;
        node.log_cells = node.log_card;
        for (const std::uint32_t u : graph_.neighbours(v)) {
            node.around += nodes_[u].weight;
            node.log_cells += nodes_[u].log_card;
        }
    }
    costs_.reset(graph_.size());
    begin_stage(0);
}

template <class Neighbours>
void GreedyElimination<Neighbours>::begin_stage(std::size_t stage) {
    stage_ = stage;
    for (std::uint32_t v = 0; v < graph_.size(); ++v) {
        if (stage_of(v) == stage) update_cost(v);
    }
}

template <class Neighbours>
void GreedyElimination<Neighbours>::run(Try attempt, double bound, EliminationOrder& result) {
    start(attempt);
    result.order.clear();
    result.order.reserve(graph_.size());
    result.largest.clear();
    result.total_cells = result.largest_cells = 0;
    const auto second_stage = static_cast<std::size_t>(std::ranges::count(graph_.stage, 1));
    while (result.order.size() < graph_.size() && !(result.total_cells > bound)) {
        if (result.order.size() + second_stage == graph_.size() && stage_ == 0) begin_stage(1);
        const std::uint32_t v = costs_.smallest();
        const double cells = clique_cells(v);
        result.order.push_back(v);
        result.total_cells += cells;
        if (cells > result.largest_cells) {
            result.largest_cells = cells;
            result.largest.clear();
            left_.for_each(v, [&](std::uint32_t u) { result.largest.push_back(u); });
            result.largest.push_back(v);
        }
        if (cells > most_clique_cells) break;
        eliminate(v);
    }
    result.chosen = result.order.size();
    if (result.largest_cells > most_clique_cells) append_the_rest(result);
}

/// Lists the variables that have not been chosen, stage by stage.
template <class Neighbours>
void GreedyElimination<Neighbours>::append_the_rest(EliminationOrder& result) const {
    std::vector<char> is_listed(graph_.size(), 0);
    for (const std::uint32_t v : result.order) is_listed[v] = 1;
    for (const std::size_t stage : {std::size_t{0}, std::size_t{1}}) {
        for (std::uint32_t v = 0; v < graph_.size(); ++v) {
            if (!is_listed[v] && stage_of(v) == stage) result.order.push_back(v);
        }
    }
}

/// The weight of all pairs of neighbours, less that of those who meet.
template <class Neighbours>
std::int64_t GreedyElimination<Neighbours>::missing_among(std::uint32_t v) const {
    std::int64_t squares = 0, twice_present = 0;
    left_.for_each(v, [&](std::uint32_t u) {
        const std::int64_t weight = nodes_[u].weight;
        squares += weight * weight;
        left_.for_each_common(u, v,
                              [&](std::uint32_t x) { twice_present += weight * nodes_[x].weight; });
    });
    return (nodes_[v].around * nodes_[v].around - squares - twice_present) / 2;
}

template <class Neighbours>
double GreedyElimination<Neighbours>::clique_cells(std::uint32_t v) const {
    double cells = graph_.cardinality[v];
    left_.for_each(v, [&](std::uint32_t u) { cells *= graph_.cardinality[u]; });
    return cells;
}

template <class Neighbours>
void GreedyElimination<Neighbours>::update_cost(std::uint32_t v) {
    Node& node = nodes_[v];
    node.touched = false;
    if (!node.counted && left_.degree(v) <= cost_model::most_neighbours_counted) {
        node.fill = missing_among(v);
        node.counted = true;
        steps_ += static_cast<double>(left_.degree(v));
    }
    if (stage_of(v) != stage_) return;
    // The size of the table counts for less than any edge: 2^16 stands for 1024 binary variables.
    const double size =
        static_cast<double>(std::min<std::int64_t>(node.log_cells, (1 << 16) - 1)) * 0x1p-16;
    costs_.set(v, node.counted ? static_cast<double>(node.fill) * node.jitter + size
                               : std::numeric_limits<double>::max());
}

/// Without a branch, which the processor would guess wrongly half the time.
template <class Neighbours>
void GreedyElimination<Neighbours>::touch(std::uint32_t v) {
    touched_[touched_count_] = v;
    touched_count_ += !nodes_[v].touched;
    nodes_[v].touched = true;
}

template <class Neighbours>
void GreedyElimination<Neighbours>::eliminate(std::uint32_t v) {
    touched_count_ = 0;
    costs_.set(v, infinity);
    clique_.clear();
    left_.for_each(v, [&](std::uint32_t u) { clique_.push_back(u); });
    Node& gone = nodes_[v];
    const bool simplicial =
        gone.counted &&
        gone.fill == 0;   // a hub that nothing else was left for has never been counted
    gone.touched = true;  // it is of no interest from here on
    if (!simplicial) connect_neighbours();
    for (const std::uint32_t a : clique_) {
        Node& node = nodes_[a];
        // Edges missing between v and a's other neighbours are no longer anyone's concern. Those
        // among v's neighbours are there.
        node.fill -= gone.weight * (node.around - gone.around + node.weight - gone.weight);
        node.around -= gone.weight;
        node.log_cells -= gone.log_card;
        left_.erase(a, v);
        touch(a);
    }
    for (std::size_t i = 0; i < touched_count_; ++i) update_cost(touched_[i]);
    steps_ += static_cast<double>(clique_.size() + touched_count_);
}

template <class Neighbours>
void GreedyElimination<Neighbours>::connect_neighbours() {
    for (std::size_t i = 0; i + 1 < clique_.size(); ++i) {
        for (std::size_t j = i + 1; j < clique_.size(); ++j) {
            if (!left_.adjacent(clique_[i], clique_[j])) connect(clique_[i], clique_[j]);
        }
    }
}

template <class Neighbours>
void GreedyElimination<Neighbours>::connect(std::uint32_t a, std::uint32_t b) {
    Node &node_a = nodes_[a], &node_b = nodes_[b];
    const std::int64_t weight = node_a.weight * node_b.weight;
    std::int64_t common = 0;
    left_.for_each_common(a, b, [&](std::uint32_t x) {
        common += nodes_[x].weight;
        nodes_[x].fill -= weight;
        touch(x);
        ++steps_;
    });
    node_a.fill += node_b.weight * (node_a.around - common);
    node_b.fill += node_a.weight * (node_b.around - common);
    node_a.around += node_b.weight;
    node_b.around += node_a.weight;
    node_a.log_cells += node_b.log_card;
    node_b.log_cells += node_a.log_card;
    left_.connect(a, b);
}

template class GreedyElimination<NeighbourBits>;
template class GreedyElimination<NeighbourLists>;

}  // namespace pgm::detail
