#pragma once

#include <pgm/graph/dag.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pgm::io::detail {

/// True, by arc, for the arcs that are turned round so that no cycle is left, those that a search
/// in depth from the first vertices on finds to close one.
std::vector<char> arcs_to_turn(std::size_t vertices, std::span<const Arc> arcs);

/// The layer of each vertex, from 0 at the top: parents are at least `length` layers above their
/// children. The arcs have no cycle.
///
/// The longest path gives a first assignment; vertices then move towards the side with more arcs as
/// far as they can, which makes arcs shorter, until none moves. In the sum of lengths this may be
/// worse than the network simplex of Gansner, Koutsofios, North and Vo (1993); it takes linear time
/// for each round.
std::vector<std::uint32_t> assign_layers(std::size_t vertices, std::span<const Arc> arcs,
                                         std::uint32_t length);

/// Breaks layers that are wider than `widest` into several, each as wide as that at most but for a
/// vertex that alone is wider. Vertices of one layer are no ancestors of each other, so any of them
/// may go above the others: those with more parents than children do, whose arcs then cross no row
/// of their layer, and those with more children stand below, sources last. Sources then go down to
/// just above their first child where there is room. `widths` are those of the vertices.
void wrap_layers(std::vector<std::uint32_t>& layers, std::span<const Arc> arcs,
                 std::span<const double> widths, double widest, std::uint32_t length);

}  // namespace pgm::io::detail
