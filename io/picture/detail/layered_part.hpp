#pragma once

#include <io/scene/scene.hpp>
#include <pgm/graph/dag.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace pgm::io::detail {

/// The positions of the nodes and the curves of the arcs of a graph.
struct GraphLayout {
    Point size;                ///< of the whole drawing
    std::vector<Point> nodes;  ///< centres, by vertex
    /// 1 + 3 k cubic Bezier control points for each arc, from the parent's border to the child's.
    std::vector<std::vector<Point>> splines;
    std::vector<Point> labels;  ///< centres, as in `splines`; empty if arcs have no labels
};

/// The size of the letters for which a layout keeps places beside arcs, in points.
constexpr double arc_label_size = 10;

/// The most bends that the long arcs of a picture may have together.
constexpr std::size_t most_bends = 500'000;

/// lay_out() of a connected graph, downwards (graph_layout.hpp). `bends_left` is how many bends it
/// may have, and is lowered by those that it has; where they do not suffice, throws TooLargeError.
GraphLayout lay_out_part(std::span<const Arc> arcs, std::span<const Point> sizes,
                         std::span<const Point> label_sizes, std::size_t& bends_left);

}  // namespace pgm::io::detail
