#include <io/picture/detail/layer_positions.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>

using namespace pgm::io::detail;

TEST_CASE("An isotonic regression pools what is out of order") {
    const std::vector<double> ones(4, 1.0);
    CHECK(isotonic_regression(std::vector<double>{1, 2, 3, 4}, ones) ==
          std::vector<double>{1, 2, 3, 4});
    CHECK(isotonic_regression(std::vector<double>{4, 2, 0, 6}, ones) ==
          std::vector<double>{2, 2, 2, 6});
    CHECK(isotonic_regression(std::vector<double>{1, 4, 2, 3}, ones) ==
          std::vector<double>{1, 3, 3, 3});
    CHECK(isotonic_regression(std::vector<double>{3, 0}, std::vector<double>{2, 1}) ==
          std::vector<double>{2, 2});
    CHECK(isotonic_regression({}, {}).empty());
}

TEST_CASE("Vertices of a layer keep their order and their room, a long arc is straight") {
    LayeredGraph graph;
    for (std::uint32_t layer = 0; layer < 4; ++layer)
        for (int i = 0; i < 2; ++i)
            graph.add_vertex({.left = 20, .right = 30, .layer = layer, .is_bend = false});
    std::uint32_t last = 0;
    for (std::uint32_t layer = 1; layer < 3; ++layer) {
        const std::uint32_t bend = graph.add_vertex({.layer = layer, .is_bend = true});
        graph.add_edge(last, bend);
        last = bend;
    }
    graph.add_edge(last, 6);
    for (const auto& [a, b] : {std::pair{0u, 2u}, {1u, 3u}, {2u, 4u}, {3u, 5u}, {5u, 7u}})
        graph.add_edge(a, b);
    const std::vector<double> x = place_vertices(graph);
    for (const auto& layer : graph.layers)
        for (std::size_t i = 1; i < layer.size(); ++i) {
            const double room = graph.vertices[layer[i - 1]].right + graph.vertices[layer[i]].left;
            CHECK(x[layer[i]] - x[layer[i - 1]] > room + 9);
        }
    CHECK_THAT(x[8], Catch::Matchers::WithinAbs(x[9], 1));
}
