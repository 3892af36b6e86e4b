#include <io/picture/detail/layer_order.hpp>

#include <algorithm>
#include <utility>

namespace pgm::io::detail {
namespace {

using Layer = std::vector<std::uint32_t>;

/// The place of each vertex in its layer.
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

/// The number of crossings of edges from one layer to the next.
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

/// Sorts the vertices of one layer after the other.
class Sweep {
public:
    explicit Sweep(LayeredGraph& graph) : graph_(graph), places_(places_of(graph)) {}

    /// Sorts a layer by the mean place of the neighbours above, or below. Vertices without any,
    /// such as sources downwards, go to those that they have on the other side. Equal ones keep
    /// their order, or are reversed, which leads to other orders.
    void sort(std::size_t number, bool downwards, bool reverses_ties) {
        Layer& layer = graph_.layers[number];
        const Neighbours& near = downwards ? graph_.above : graph_.below;
        const Neighbours& far = downwards ? graph_.below : graph_.above;
        std::vector<std::pair<double, std::uint32_t>> keys;  // place, vertex
        for (const std::uint32_t v : layer)
            keys.emplace_back(mean_place(near[v].empty() ? far[v] : near[v], place(v)), v);
        if (reverses_ties) std::ranges::reverse(keys);
        std::ranges::stable_sort(keys, {}, &std::pair<double, std::uint32_t>::first);
        for (std::uint32_t i = 0; i < layer.size(); ++i) {
            layer[i] = keys[i].second;
            places_[layer[i]] = i;
        }
    }

private:
    using Neighbours = std::vector<std::vector<std::uint32_t>>;

    /// The place as a share of the layer, so that places in layers of different sizes compare.
    double place(std::uint32_t v) const {
        const double size = static_cast<double>(graph_.layers[graph_.vertices[v].layer].size());
        return (places_[v] + 0.5) / size;
    }

    double mean_place(const Layer& vertices, double otherwise) const {
        if (vertices.empty()) return otherwise;
        double sum = 0;
        for (const std::uint32_t v : vertices) sum += place(v);
        return sum / static_cast<double>(vertices.size());
    }

    LayeredGraph& graph_;
    std::vector<std::uint32_t> places_;
};

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
        if (count > fewest) return;  // of equal ones the last, in which more neighbours are near
        fewest = count;
        best = graph.layers;
    };
    order_by_depth(graph);
    keep_better();
    Sweep sorted(graph);
    for (std::size_t sweep = 0; sweep < sweeps && (fewest > 0 || sweep < least_sweeps); ++sweep) {
        const bool downwards = sweep % 2 == 0, reverses_ties = sweep % 4 >= 2;
        const std::size_t layers = graph.layers.size();
        for (std::size_t i = 1; i < layers; ++i)
            sorted.sort(downwards ? i : layers - 1 - i, downwards, reverses_ties);
        keep_better();
    }
    graph.layers = std::move(best);
}

}  // namespace pgm::io::detail
