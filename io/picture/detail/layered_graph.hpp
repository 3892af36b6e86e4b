#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pgm::io::detail {

/// A connected graph in layers, whose edges join neighbouring layers: an arc across several layers
/// has become a chain of edges with a bend in each layer between (Sugiyama, Tagawa and Toda 1981,
/// "Methods for visual understanding of hierarchical system structures").
struct LayeredGraph {
    struct Vertex {
        /// The extent of a vertex in its layer to the left and to the right of its position, in
        /// points.
        double left = 0, right = 0;
        std::uint32_t layer = 0;
        bool is_bend = false;
    };

    /// Returns its number.
    std::uint32_t add_vertex(const Vertex& vertex);
    void add_edge(std::uint32_t upper, std::uint32_t lower);

    std::vector<Vertex> vertices;
    /// Neighbours of each vertex in the layer above, and in the one below.
    std::vector<std::vector<std::uint32_t>> above, below;
    /// The vertices of each layer, from left to right.
    std::vector<std::vector<std::uint32_t>> layers;
};

inline std::uint32_t LayeredGraph::add_vertex(const Vertex& vertex) {
    const auto number = static_cast<std::uint32_t>(vertices.size());
    vertices.push_back(vertex);
    above.emplace_back();
    below.emplace_back();
    if (layers.size() <= vertex.layer) layers.resize(vertex.layer + 1);
    layers[vertex.layer].push_back(number);
    return number;
}

inline void LayeredGraph::add_edge(std::uint32_t upper, std::uint32_t lower) {
    below[upper].push_back(lower);
    above[lower].push_back(upper);
}

}  // namespace pgm::io::detail
