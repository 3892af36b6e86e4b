#pragma once

#include <pgm/graph/dag.hpp>

#include <span>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// A point of a drawing; the unit is 1/72 inch, y grows downwards.
struct Point {
    double x = 0;
    double y = 0;
};

/// Where the nodes of a graph lie and how its arcs run.
struct GraphLayout {
    Point size;                ///< of the whole drawing
    std::vector<Point> nodes;  ///< centres, by vertex
    std::vector<Arc> arcs;     ///< as in `splines`
    /// Cubic Bezier control points, 1 + 3 k of them, from the parent's border to the child's.
    std::vector<std::vector<Point>> splines;
};

/// A layered drawing of the graph whose vertices are boxes of the given sizes, made by the program
/// `dot` of Graphviz (Gansner, Koutsofios, North and Vo 1993).
///
/// The program is looked for on PATH and started without a shell; it sees only numbers, never a
/// name of the network. Throws IoError when it is not installed (saying what to install) or fails,
/// TooLargeError beyond `largest_layout` vertices or arcs, where a layered drawing takes hours and
/// shows nothing.
GraphLayout lay_out(const Dag& dag, std::span<const Point> sizes);

constexpr std::size_t largest_layout = 5000;

/// Reads the answer of `dot -Tplain`; separate from lay_out() so that it can be tested without
/// Graphviz. Throws IoError for text that is not such an answer.
GraphLayout parse_plain_layout(std::string_view text, std::size_t vertices);

}  // namespace pgm::io::detail
