#include <pgm/inference/elimination_order.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <tuple>

namespace pgm {
namespace {

using List = std::vector<std::uint32_t>;

/// The state of one greedy elimination: the graph that is left, and per variable the weight of the edges missing among its neighbours.
/// Weights are integers, so that updates by differences never drift and "nothing missing" is exactly zero. Hubs (the class of a classifier
/// with thousands of features) are not counted, they just wait, until enough of their neighbours have gone.
class Greedy {
public:
    Greedy(const InteractionGraph& graph, FillWeight weight) : graph_(graph), neighbours_(graph.neighbours), fill_(graph.size()), log_card_(graph.size()) {
        for (std::uint32_t v = 0; v < graph.size(); ++v) {
            const double k = graph.cardinality[v];
            log_card_[v] = std::log2(k);
            // The weight of an edge is the product of its ends' weights.
            weight_.push_back(weight == FillWeight::plain ? 1 : weight == FillWeight::product ? static_cast<std::int64_t>(std::min(k, 4096.0))
                                                                                                : std::max<std::int64_t>(1, std::llround(64 * log_card_[v])));
        }
        counted_.assign(graph.size(), false);
        fill_.assign(graph.size(), fill_of_a_hub);
        for (std::uint32_t v = 0; v < graph.size(); ++v) push(v);
    }

    EliminationOrder run() {
        EliminationOrder result;
        result.order.reserve(graph_.size());
        eliminated_.assign(graph_.size(), false);
        touched_mark_.assign(graph_.size(), false);
        while (result.order.size() < graph_.size()) {
            const std::uint32_t v = pop();
            const double cells = clique_cells(v);
            result.order.push_back(v);
            result.total_cells += cells;
            if (cells > result.largest_cells) {
                result.largest_cells = cells;
                result.largest = neighbours_[v];
                result.largest.push_back(v);
            }
            eliminate(v);
        }
        return result;
    }

private:
    struct Entry {
        std::uint8_t stage;
        std::int64_t fill;
        double log_cells;
        std::uint32_t variable;

        bool operator>(const Entry& other) const {
            return std::tie(stage, fill, log_cells, variable) > std::tie(other.stage, other.fill, other.log_cells, other.variable);
        }
    };

    std::int64_t edge_weight(std::uint32_t a, std::uint32_t b) const { return weight_[a] * weight_[b]; }

    bool adjacent(std::uint32_t a, std::uint32_t b) const {
        if (neighbours_[a].size() > neighbours_[b].size()) std::swap(a, b);
        return std::binary_search(neighbours_[a].begin(), neighbours_[a].end(), b);
    }

    std::int64_t missing_among(const List& list) const {
        std::int64_t missing = 0;
        for (std::size_t i = 0; i < list.size(); ++i) {
            for (std::size_t j = i + 1; j < list.size(); ++j) {
                if (!adjacent(list[i], list[j])) missing += edge_weight(list[i], list[j]);
            }
        }
        return missing;
    }

    double log_cells(std::uint32_t v) const {
        if (!counted_[v]) return 0;
        double sum = log_card_[v];
        for (const std::uint32_t u : neighbours_[v]) sum += log_card_[u];
        return sum;
    }

    double clique_cells(std::uint32_t v) const {
        double cells = graph_.cardinality[v];
        for (const std::uint32_t u : neighbours_[v]) cells *= graph_.cardinality[u];
        return cells;
    }

    void push(std::uint32_t v) {
        if (!counted_[v] && neighbours_[v].size() <= hub_degree) {
            fill_[v] = missing_among(neighbours_[v]);
            counted_[v] = true;
        }
        const std::uint8_t stage = graph_.stage.empty() ? 0 : graph_.stage[v];
        heap_.push({stage, fill_[v], log_cells(v), v});
    }

    /// Outdated entries stay in the heap; one is current when its fill and size are.
    std::uint32_t pop() {
        for (;;) {
            const Entry top = heap_.top();
            heap_.pop();
            if (!eliminated_[top.variable] && top.fill == fill_[top.variable] && top.log_cells == log_cells(top.variable)) return top.variable;
        }
    }

    void touch(std::uint32_t v) {
        if (touched_mark_[v]) return;
        touched_mark_[v] = true;
        touched_.push_back(v);
    }

    /// Calls `in_both(x)` for the common neighbours of a and b, `only_a(x)` and `only_b(x)` for the others, a and b themselves excepted.
    template <class Both, class OnlyA, class OnlyB>
    void compare_neighbours(std::uint32_t a, std::uint32_t b, Both in_both, OnlyA only_a, OnlyB only_b) const {
        const List &na = neighbours_[a], &nb = neighbours_[b];
        std::size_t i = 0, j = 0;
        while (i < na.size() || j < nb.size()) {
            if (j == nb.size() || (i < na.size() && na[i] < nb[j])) {
                if (na[i] != b) only_a(na[i]);
                ++i;
            } else if (i == na.size() || nb[j] < na[i]) {
                if (nb[j] != a) only_b(nb[j]);
                ++j;
            } else {
                in_both(na[i]);
                ++i;
                ++j;
            }
        }
    }

    void eliminate(std::uint32_t v) {
        eliminated_[v] = true;
        touched_.clear();
        const List clique = std::move(neighbours_[v]);
        neighbours_[v] = clique;
        for (const std::uint32_t a : clique) {
            // Edges missing between v and a's other neighbours are no longer anybody's concern.
            if (counted_[a]) compare_neighbours(a, v, [](std::uint32_t) {}, [&](std::uint32_t x) { fill_[a] -= edge_weight(v, x); }, [](std::uint32_t) {});
            if (counted_[a] || neighbours_[a].size() <= hub_degree + 1) touch(a);
        }
        for (const std::uint32_t a : clique) {
            List& list = neighbours_[a];
            list.erase(std::lower_bound(list.begin(), list.end(), v));
        }
        if (fill_[v] > 0) connect(clique);  // a hub that nothing else was left for has its fill counted pair by pair here
        for (const std::uint32_t u : touched_) {
            touched_mark_[u] = false;
            push(u);
        }
    }

    void connect(const List& clique) {
        for (std::size_t i = 0; i < clique.size(); ++i) {
            for (std::size_t j = i + 1; j < clique.size(); ++j) {
                if (!adjacent(clique[i], clique[j])) add_edge(clique[i], clique[j]);
            }
        }
    }

    void add_edge(std::uint32_t a, std::uint32_t b) {
        const std::int64_t weight = edge_weight(a, b);
        compare_neighbours(
            a, b,
            [&](std::uint32_t common) {
                if (!counted_[common]) return;
                fill_[common] -= weight;
                touch(common);
            },
            [&](std::uint32_t x) { fill_[a] += counted_[a] ? edge_weight(b, x) : 0; },
            [&](std::uint32_t x) { fill_[b] += counted_[b] ? edge_weight(a, x) : 0; });
        neighbours_[a].insert(std::lower_bound(neighbours_[a].begin(), neighbours_[a].end(), b), b);
        neighbours_[b].insert(std::lower_bound(neighbours_[b].begin(), neighbours_[b].end(), a), a);
    }

    static constexpr std::size_t hub_degree = 200;
    static constexpr std::int64_t fill_of_a_hub = std::numeric_limits<std::int64_t>::max();

    const InteractionGraph& graph_;
    std::vector<List> neighbours_;
    std::vector<std::int64_t> fill_;
    std::vector<std::int64_t> weight_;
    std::vector<double> log_card_;
    std::vector<char> eliminated_, touched_mark_, counted_;
    List touched_;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> heap_;
};

}  // namespace

EliminationOrder greedy_order(const InteractionGraph& graph, FillWeight weight) { return Greedy(graph, weight).run(); }

EliminationOrder find_elimination_order(const InteractionGraph& graph) {
    EliminationOrder best = greedy_order(graph, FillWeight::log_product);
    // One more try costs roughly a microsecond per variable, a run roughly a nanosecond per cell.
    const double worth_another_try = 2000.0 * static_cast<double>(graph.size());
    for (const FillWeight weight : {FillWeight::product, FillWeight::plain}) {
        if (best.total_cells < worth_another_try) break;
        EliminationOrder other = greedy_order(graph, weight);
        if (other.total_cells < best.total_cells) best = std::move(other);
    }
    return best;
}

}  // namespace pgm
