#pragma once

#include <pgm/graph/dag.hpp>

#include <span>
#include <string>
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
    std::vector<Arc> arcs;     ///< as in `splines`
    /// 1 + 3 k cubic Bezier control points for each arc, from the parent's border to the child's.
    std::vector<std::vector<Point>> splines;
    std::vector<Point> labels;  ///< centres, as in `splines`; empty if arcs have no labels
};

/// The size of the letters for which a layout keeps places beside arcs, in points.
constexpr double arc_label_size = 10;

/// A layered layout of the graph with these arcs, which may contain cycles. Its vertices are boxes
/// of the given sizes. Arcs have labels of `label_widths` points, or none. Computed by the
/// program `dot` of Graphviz (Gansner, Koutsofios, North and Vo 1993).
///
/// The program is found on PATH and started without a shell. It gets only numbers, no names of the
/// network. Throws IoError if it is not installed (the message says what to install) or fails, and
/// TooLargeError beyond `largest_layout` vertices or arcs, where a layout would take hours.
GraphLayout lay_out(std::span<const Arc> arcs, std::span<const Point> sizes,
                    std::span<const double> label_widths = {});

constexpr std::size_t largest_layout = 5000;

/// Reads the output of `dot -Tplain`. It is separate from lay_out() so that it can be tested
/// without Graphviz. Throws IoError for other text.
GraphLayout parse_plain_layout(std::string_view text, std::size_t vertices);

}  // namespace pgm::io::detail
