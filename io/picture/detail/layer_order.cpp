#include <io/picture/detail/layer_order.hpp>

#include <algorithm>
#include <utility>

namespace pgm::io::detail {
namespace {

using Layer = std::vector<std::uint32_t>;

/// By vertex: its place in its layer.
std::vector<std::uint32_t> places_of(const LayeredGraph& graph) {
    std::vector<std::uint32_t> places(graph.vertices.size());
    for (const Layer& layer : graph.layers)
        for (std::uint32_t i = 0; i < layer.size(); ++i) places[layer[i]] = i;
    return places;
}

/// Sums over the first so many of a row of counters (Fenwick 1994).
class PrefixSums {
public:
    explicit PrefixSums(std::size_t size) : sums_(size + 1, 0) {}

    void increment(std::size_t place) {
        for (++place; place < sums_.size(); place += place & (~place + 1)) ++sums_[place];
    }
    std::uint64_t before(std::size_t end) const {
        std::uint64_t sum = 0;
        for (; end > 0; end -= end & (~end + 1)) sum += sums_[end];
        return sum;
    }

private:
    std::vector<std::uint64_t> sums_;
};

/// Those of the edges from one layer to the next.
std::uint64_t crossings_below(const LayeredGraph& graph, std::size_t layer,
                              const std::vector<std::uint32_t>& places) {
    PrefixSums ends(graph.layers[layer + 1].size());
    std::uint64_t count = 0, edges = 0;
    std::vector<std::uint32_t> of_vertex;
    for (const std::uint32_t upper : graph.layers[layer]) {
        of_vertex.clear();
        for (const std::uint32_t lower : graph.below[upper]) of_vertex.push_back(places[lower]);
        for (const std::uint32_t place : of_vertex) count += edges - ends.before(place + 1);
        for (const std::uint32_t place : of_vertex) ends.increment(place);
        edges += of_vertex.size();
    }
    return count;
}

/// Every vertex goes into its layer when it is reached first, from the vertices without parents.
void order_by_depth(LayeredGraph& graph) {
    std::vector<char> is_seen(graph.vertices.size(), 0);
    for (Layer& layer : graph.layers) layer.clear();
    std::vector<std::uint32_t> open;
    for (std::uint32_t start = 0; start < graph.vertices.size(); ++start) {
        if (graph.above[start].empty()) open.push_back(start);
        while (!open.empty()) {
            const std::uint32_t v = open.back();
            open.pop_back();
            if (std::exchange(is_seen[v], 1)) continue;
            graph.layers[graph.vertices[v].layer].push_back(v);
            open.insert(open.end(), graph.below[v].rbegin(), graph.below[v].rend());
        }
    }
}

/// By the mean place of the neighbours; vertices that have none stay. Equal ones keep their order,
/// or are reversed, which leads to other orders.
void sort_layer(Layer& layer, const std::vector<std::vector<std::uint32_t>>& neighbours,
                std::vector<std::uint32_t>& places, bool reverses_ties) {
    std::vector<std::pair<double, std::uint32_t>> moving;  // mean, vertex
    for (const std::uint32_t v : layer) {
        if (neighbours[v].empty()) continue;
        double sum = 0;
        for (const std::uint32_t other : neighbours[v]) sum += places[other];
        moving.emplace_back(sum / static_cast<double>(neighbours[v].size()), v);
    }
    if (reverses_ties) std::ranges::reverse(moving);
    std::ranges::stable_sort(moving, {}, &std::pair<double, std::uint32_t>::first);
    auto next = moving.begin();
    for (std::uint32_t i = 0; i < layer.size(); ++i) {
        if (!neighbours[layer[i]].empty()) layer[i] = (next++)->second;
        places[layer[i]] = i;
    }
}

}  // namespace

std::uint64_t crossings(const LayeredGraph& graph) {
    const std::vector<std::uint32_t> places = places_of(graph);
    std::uint64_t sum = 0;
    for (std::size_t layer = 0; layer + 1 < graph.layers.size(); ++layer)
        sum += crossings_below(graph, layer, places);
    return sum;
}

void order_layers(LayeredGraph& graph) {
    constexpr std::size_t vertices_of_all_sweeps = 2'000'000, most_sweeps = 24, least_sweeps = 4;
    const std::size_t sweeps =
        std::clamp(vertices_of_all_sweeps / std::max<std::size_t>(graph.vertices.size(), 1),
                   least_sweeps, most_sweeps);
    std::vector<Layer> best = graph.layers;
    std::uint64_t fewest = crossings(graph);
    const auto keep_better = [&] {
        const std::uint64_t count = crossings(graph);
        if (count >= fewest) return;
        fewest = count;
        best = graph.layers;
    };
    order_by_depth(graph);
    keep_better();
    std::vector<std::uint32_t> places = places_of(graph);
    for (std::size_t sweep = 0; sweep < sweeps && fewest > 0; ++sweep) {
        const bool downwards = sweep % 2 == 0, reverses_ties = sweep % 4 >= 2;
        const std::size_t layers = graph.layers.size();
        for (std::size_t i = 1; i < layers; ++i)
            sort_layer(graph.layers[downwards ? i : layers - 1 - i],
                       downwards ? graph.above : graph.below, places, reverses_ties);
        keep_better();
    }
    graph.layers = std::move(best);
}

}  // namespace pgm::io::detail
