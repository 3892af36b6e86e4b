#pragma once

#include <io/picture/detail/layered_graph.hpp>

#include <span>
#include <vector>

namespace pgm::io::detail {

/// The horizontal position of every vertex, with room between neighbours of a layer, in whose order
/// they stay: in points, of the point that Vertex::left and right are measured from. Positions may
/// be negative.
///
/// Layer after layer, downwards and upwards in turn, every vertex is to stand where its neighbours
/// are in the mean; bends count more, so that long arcs are straight (the priorities of Sugiyama,
/// Tagawa and Toda 1981). The positions nearest to all wishes of a layer are those of an isotonic
/// regression.
std::vector<double> place_vertices(const LayeredGraph& graph);

/// The numbers x_0 <= x_1 <= ... with the least sum of weight (x - wish)^2: pooling of adjacent
/// violators (Barlow, Bartholomew, Bremner and Brunk 1972). Weights are positive.
std::vector<double> isotonic_regression(std::span<const double> wishes,
                                        std::span<const double> weights);

}  // namespace pgm::io::detail
