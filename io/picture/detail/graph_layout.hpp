#pragma once

#include <io/picture/detail/layered_part.hpp>

namespace pgm::io::detail {

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

}  // namespace pgm::io::detail
