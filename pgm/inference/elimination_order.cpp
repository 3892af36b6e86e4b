#include <pgm/inference/elimination_order.hpp>

#include <pgm/inference/neighbour_lists.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace pgm {
namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

/// The state of one greedy elimination: the graph that is left, and per variable the weight of the edges missing among its neighbours.
/// Weights are integers, so that updates by differences never drift and "nothing missing" is exactly zero. Hubs (the class of a classifier
/// with thousands of features) are not counted, they just wait, until enough of their neighbours have gone.
class Greedy {
public:
    Greedy(const InteractionGraph& graph, FillWeight weight) : graph_(graph), neighbours_(graph), variables_(graph.size()) {
        for (std::uint32_t v = 0; v < graph.size(); ++v) {
            const double k = graph.cardinality[v];
            Variable& variable = variables_[v];
            variable.log_card = std::log2(k);
            // The weight of an edge is the product of its ends' weights.
            variable.weight = weight == FillWeight::plain     ? 1
                              : weight == FillWeight::product ? static_cast<std::int64_t>(std::min(k, 4096.0))
                                                              : std::max<std::int64_t>(1, std::llround(64 * variable.log_card));
        }
        heap_.reserve(4 * graph.size());
        for (std::uint32_t v = 0; v < graph.size(); ++v) heap_.push_back(new_entry(v));
        std::ranges::make_heap(heap_, std::greater<>());
    }

    /// Gives up, with as many variables as were eliminated until then, once the cost exceeds `bound`.
    EliminationOrder run(double bound) {
        EliminationOrder result;
        result.order.reserve(graph_.size());
        while (result.order.size() < graph_.size() && !(result.total_cells > bound)) {
            const std::uint32_t v = pop();
            const double cells = clique_cells(v);
            result.order.push_back(v);
            result.total_cells += cells;
            if (cells > result.largest_cells) {
                result.largest_cells = cells;
                result.largest.assign(1, v);
            }
            eliminate(v);
        }
        // The list of a variable stays as it was when it was eliminated.
        if (!result.largest.empty()) {
            const std::span<const std::uint32_t> others = neighbours_[result.largest.front()];
            result.largest.insert(result.largest.begin(), others.begin(), others.end());
        }
        return result;
    }

private:
    struct Variable {
        std::int64_t weight = 1;
        std::int64_t fill = fill_of_a_hub;
        double log_card = 0;
        std::uint32_t entry = 0;  ///< the number of its latest entry in the heap
        std::uint32_t mark = 0;   ///< equal to mark_: in the set that was marked last
        bool counted = false;     ///< fill is kept up to date
        bool touched = false;     ///< its entry in the heap is outdated
    };

    struct Entry {
        std::int64_t fill;
        double log_cells;
        std::uint32_t variable, number;
        std::uint8_t stage;

        bool operator>(const Entry& other) const {
            return std::tie(stage, fill, log_cells, variable) > std::tie(other.stage, other.fill, other.log_cells, other.variable);
        }
    };

    std::int64_t edge_weight(std::uint32_t a, std::uint32_t b) const { return variables_[a].weight * variables_[b].weight; }

    /// The weight of all pairs of neighbours, less that of those who meet.
    std::int64_t missing_among(std::span<const std::uint32_t> list) {
        mark_only(list);
        std::int64_t pairs = 0, sum = 0, twice_present = 0;
        for (const std::uint32_t u : list) {
            pairs += sum * variables_[u].weight;
            sum += variables_[u].weight;
            twice_present +=
                variables_[u].weight * (neighbours_[u].size() <= hub_degree ? weight_marked(neighbours_[u]) : weight_around_hub(u, list));
        }
        return pairs - twice_present / 2;
    }

    std::int64_t weight_marked(std::span<const std::uint32_t> list) const {
        std::int64_t sum = 0;
        for (const std::uint32_t v : list) sum += is_marked(v) ? variables_[v].weight : 0;
        return sum;
    }

    /// The same for the neighbours of a hub among the few in `list`.
    std::int64_t weight_around_hub(std::uint32_t hub, std::span<const std::uint32_t> list) const {
        std::int64_t sum = 0;
        for (const std::uint32_t v : list) sum += neighbours_.adjacent(hub, v) ? variables_[v].weight : 0;
        return sum;
    }

    double log_cells(std::uint32_t v) const {
        if (!variables_[v].counted) return 0;
        double sum = variables_[v].log_card;
        for (const std::uint32_t u : neighbours_[v]) sum += variables_[u].log_card;
        return sum;
    }

    double clique_cells(std::uint32_t v) const {
        double cells = graph_.cardinality[v];
        for (const std::uint32_t u : neighbours_[v]) cells *= graph_.cardinality[u];
        return cells;
    }

    Entry new_entry(std::uint32_t v) {
        Variable& variable = variables_[v];
        if (!variable.counted && neighbours_[v].size() <= hub_degree) {
            variable.fill = missing_among(neighbours_[v]);
            variable.counted = true;
        }
        const std::uint8_t stage = graph_.stage.empty() ? 0 : graph_.stage[v];
        return {variable.fill, log_cells(v), v, ++variable.entry, stage};
    }

    /// Outdated entries stay in the heap until they come up.
    std::uint32_t pop() {
        for (;;) {
            std::ranges::pop_heap(heap_, std::greater<>());
            const Entry top = heap_.back();
            heap_.pop_back();
            if (top.number == variables_[top.variable].entry) return top.variable;
        }
    }

    void touch(std::uint32_t v) {
        if (variables_[v].touched) return;
        variables_[v].touched = true;
        touched_.push_back(v);
    }

    void mark_only(std::span<const std::uint32_t> list) {
        ++mark_;
        for (const std::uint32_t v : list) variables_[v].mark = mark_;
    }
    bool is_marked(std::uint32_t v) const { return variables_[v].mark == mark_; }

    void eliminate(std::uint32_t v) {
        touched_.clear();
        clique_.assign(neighbours_[v].begin(), neighbours_[v].end());
        mark_only(clique_);
        for (const std::uint32_t a : clique_) {
            neighbours_.erase(a, v);
            // Edges missing between v and a's other neighbours are no longer anybody's concern.
            if (variables_[a].counted) variables_[a].fill -= variables_[v].weight * (weight_of(neighbours_[a]) - weight_marked(neighbours_[a]));
            if (variables_[a].counted || neighbours_[a].size() <= hub_degree) touch(a);
        }
        if (variables_[v].fill > 0) connect_clique();  // a hub that nothing else was left for has its fill counted pair by pair here
        for (const std::uint32_t u : touched_) {
            variables_[u].touched = false;
            heap_.push_back(new_entry(u));
            std::ranges::push_heap(heap_, std::greater<>());
        }
    }

    std::int64_t weight_of(std::span<const std::uint32_t> list) const {
        std::int64_t sum = 0;
        for (const std::uint32_t v : list) sum += variables_[v].weight;
        return sum;
    }

    void connect_clique() {
        // The longest list, which may be a hub's, comes last and is not walked through.
        std::ranges::sort(clique_, {}, [&](std::uint32_t v) { return neighbours_[v].size(); });
        for (std::size_t i = 0; i + 1 < clique_.size(); ++i) {
            mark_only(neighbours_[clique_[i]]);
            for (std::size_t j = i + 1; j < clique_.size(); ++j) {
                if (!is_marked(clique_[j])) add_edge(clique_[i], clique_[j]);
            }
        }
    }

    /// The neighbours of `a` must be marked.
    void add_edge(std::uint32_t a, std::uint32_t b) {
        const std::int64_t weight = edge_weight(a, b);
        std::int64_t common = 0;
        for (const std::uint32_t x : neighbours_[b]) {
            Variable& variable = variables_[x];
            if (!is_marked(x)) continue;
            common += variable.weight;
            if (!variable.counted) continue;
            variable.fill -= weight;
            touch(x);
        }
        if (variables_[a].counted) variables_[a].fill += variables_[b].weight * (weight_of(neighbours_[a]) - common);
        if (variables_[b].counted) variables_[b].fill += variables_[a].weight * (weight_of(neighbours_[b]) - common);
        neighbours_.insert(a, b);
        neighbours_.insert(b, a);
        variables_[b].mark = mark_;
    }

    static constexpr std::size_t hub_degree = 200;
    static constexpr std::int64_t fill_of_a_hub = std::numeric_limits<std::int64_t>::max();

    const InteractionGraph& graph_;
    NeighbourLists neighbours_;
    std::vector<Variable> variables_;
    std::vector<Entry> heap_;
    std::uint32_t mark_ = 0;
    std::vector<std::uint32_t> touched_, clique_;
};

}  // namespace

EliminationOrder greedy_order(const InteractionGraph& graph, FillWeight weight) {
    return Greedy(graph, weight).run(unbounded);
}

EliminationOrder find_elimination_order(const InteractionGraph& graph) {
    EliminationOrder best = greedy_order(graph, FillWeight::log_product);
    // One more try costs roughly a microsecond per variable, a run roughly a nanosecond per cell.
    const double worth_another_try = 2000.0 * static_cast<double>(graph.size());
    for (const FillWeight weight : {FillWeight::product, FillWeight::plain}) {
        if (best.total_cells < worth_another_try) break;
        EliminationOrder other = Greedy(graph, weight).run(best.total_cells);
        if (other.total_cells < best.total_cells) best = std::move(other);
    }
    return best;
}

}  // namespace pgm
