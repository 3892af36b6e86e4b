#pragma once

#include <io/picture/detail/graph_layout.hpp>

namespace pgm::io::detail {

/// lay_out() of a connected graph, of which it throws away nothing: a single box, or boxes joined
/// by arcs. `bends_left` is how many bends it may have, and is lowered by those that it has.
GraphLayout lay_out_part(std::span<const Arc> arcs, std::span<const Point> sizes,
                         std::span<const double> label_widths, std::size_t& bends_left);

}  // namespace pgm::io::detail
