#pragma once

#include <io/picture/detail/layered_part.hpp>
#include <io/picture/picture.hpp>

namespace pgm::io::detail {

/// A layered layout of the graph with these arcs (layered_graph.hpp): parents above children, or at
/// their left, but for arcs that close a cycle. Its vertices are boxes of the given sizes, of which
/// no two overlap; layers that are wider than a page are wrapped. Arcs have labels of
/// `label_widths` points, or none. Parts that no arc connects are laid out one by one, and stand in
/// rows. The same graph always has the same layout.
///
/// Throws TooLargeError beyond `largest_layout` vertices or arcs, and where long arcs have more
/// than `most_bends` bends together.
GraphLayout lay_out(std::span<const Arc> arcs, std::span<const Point> sizes,
                    std::span<const double> label_widths = {},
                    Picture::Direction direction = Picture::Direction::down);

/// The layout with boxes around these centres, and straight arcs. Where boxes would overlap, all
/// distances grow in one proportion until none do, fiftyfold at most; boxes with one centre stay on
/// each other.
GraphLayout lay_out_at(std::span<const Point> centres, std::span<const Arc> arcs,
                       std::span<const Point> sizes);

constexpr std::size_t largest_layout = 5000;

}  // namespace pgm::io::detail
