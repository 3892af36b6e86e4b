#pragma once

#include <pgm/graph/dag.hpp>

#include <span>
#include <vector>

namespace pgm::io::detail {

/// A point of a picture. The unit is 1/72 inch, and y grows downwards.
struct Point {
    double x = 0;
    double y = 0;
};

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

/// A layered layout of the graph with these arcs (layered_graph.hpp): parents above children, but
/// for arcs that close a cycle. Its vertices are boxes of the given sizes, of which no two overlap.
/// Arcs have labels of `label_widths` points, or none. Parts that no arc connects are laid out one
/// by one, and stand in rows. The same graph always has the same layout.
///
/// Throws TooLargeError beyond `largest_layout` vertices or arcs, and where long arcs have more
/// than `most_bends` bends together.
GraphLayout lay_out(std::span<const Arc> arcs, std::span<const Point> sizes,
                    std::span<const double> label_widths = {});

constexpr std::size_t largest_layout = 5000;
constexpr std::size_t most_bends = 500'000;

}  // namespace pgm::io::detail
