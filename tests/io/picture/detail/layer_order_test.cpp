#include <io/picture/detail/layer_order.hpp>

#include <pgm/core/random.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>

using namespace pgm;
using namespace pgm::io::detail;

namespace {

std::size_t place_of(const LayeredGraph& graph, std::uint32_t vertex) {
    const auto& layer = graph.layers[graph.vertices[vertex].layer];
    return static_cast<std::size_t>(std::ranges::find(layer, vertex) - layer.begin());
}

/// All pairs of edges between the same layers.
std::uint64_t crossings_of_pairs(const LayeredGraph& graph) {
    std::uint64_t count = 0;
    const auto size = static_cast<std::uint32_t>(graph.vertices.size());
    for (std::uint32_t a = 0; a < size; ++a)
        for (std::uint32_t b = 0; b < size; ++b)
            for (const std::uint32_t c : graph.below[a])
                for (const std::uint32_t d : graph.below[b])
                    count += graph.vertices[a].layer == graph.vertices[b].layer &&
                             place_of(graph, a) < place_of(graph, b) &&
                             place_of(graph, c) > place_of(graph, d);
    return count;
}

LayeredGraph random_graph(Rng& rng) {
    LayeredGraph graph;
    for (std::uint32_t layer = 0; layer < 4; ++layer)
        for (int i = 0; i < 5; ++i) graph.add_vertex({.layer = layer});
    for (std::uint32_t layer = 0; layer < 3; ++layer)
        for (const std::uint32_t upper : graph.layers[layer])
            for (const std::uint32_t lower : graph.layers[layer + 1])
                if (rng.below(3) == 0) graph.add_edge(upper, lower);
    return graph;
}

}  // namespace

TEST_CASE("Crossings are those of all pairs of edges, and sorting never leaves more") {
    Rng rng(8);
    for (int trial = 0; trial < 50; ++trial) {
        LayeredGraph graph = random_graph(rng);
        const std::uint64_t before = crossings(graph);
        CHECK(before == crossings_of_pairs(graph));
        const std::vector<std::vector<std::uint32_t>> layers = graph.layers;
        order_layers(graph);
        CHECK(crossings(graph) == crossings_of_pairs(graph));
        CHECK(crossings(graph) <= before);
        for (std::size_t i = 0; i < layers.size(); ++i)
            CHECK(std::ranges::is_permutation(graph.layers[i], layers[i]));
    }
}

TEST_CASE("A tree and a ladder are drawn without a crossing") {
    LayeredGraph tree;
    for (std::uint32_t v = 0; v < 15; ++v)
        tree.add_vertex({.layer = v == 0 ? 0u : v < 3 ? 1u : v < 7 ? 2u : 3u});
    for (std::uint32_t v = 14; v > 0; --v) tree.add_edge((v - 1) / 2, v);
    std::ranges::reverse(tree.layers[2]);
    order_layers(tree);
    CHECK(crossings(tree) == 0);
    LayeredGraph ladder;
    for (std::uint32_t v = 0; v < 12; ++v) ladder.add_vertex({.layer = v / 2});
    for (std::uint32_t v = 2; v < 12; ++v) ladder.add_edge(v - 2, v);
    std::ranges::reverse(ladder.layers[3]);
    order_layers(ladder);
    CHECK(crossings(ladder) == 0);
}

TEST_CASE("A source stands above its child, not where it was added") {
    LayeredGraph graph;  // four pairs, the sources of which were added from right to left
    for (int i = 0; i < 4; ++i) graph.add_vertex({.layer = 1});
    for (std::uint32_t i = 0; i < 4; ++i) {
        const std::uint32_t source = graph.add_vertex({.layer = 0});
        graph.add_edge(source, 3 - i);
    }
    for (std::uint32_t i = 0; i < 4; ++i)
        graph.add_edge(i, graph.add_vertex({.layer = 2}));  // which hold the children apart
    order_layers(graph);
    CHECK(crossings(graph) == 0);
    for (std::size_t place = 0; place < 4; ++place)
        CHECK(graph.below[graph.layers[0][place]].front() == graph.layers[1][place]);
}
