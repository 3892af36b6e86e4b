#pragma once

#include <io/picture/detail/layered_graph.hpp>

#include <cstdint>

namespace pgm::io::detail {

/// How often edges cross each other where the vertices stand in the order of the layers. Counted by
/// a tree of sums (Barth, Juenger and Mutzel 2002), in E log V steps.
std::uint64_t crossings(const LayeredGraph& graph);

/// Arranges the vertices of each layer so that few edges cross. Begins with the order of a search
/// in depth; then layer after layer, downwards and upwards in turn, is sorted by the mean position
/// of the neighbours in the layer before (barycentres), sources and sinks by those in the layer
/// after, and the best of all orders is kept.
void order_layers(LayeredGraph& graph);

}  // namespace pgm::io::detail
