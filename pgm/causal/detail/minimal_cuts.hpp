#pragma once

#include <pgm/core/ids.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace pgm::detail {

/// An undirected graph as neighbours by vertex.
using NeighbourLists = std::vector<std::vector<VariableId>>;

struct MinimalCuts {
    std::vector<std::vector<VariableId>> cuts;  ///< each ascending
    bool complete = true;
};

/// The minimal sets of removable vertices whose removal separates the source from the target:
/// "minimal vertex separators", of which no proper part separates these two. At most `most`;
/// `complete` is false if there are more.
///
/// Shen and Liang (1997), "Efficient enumeration of all minimal separators in a graph": from the
/// cut nearest to the source, a member of a cut joins the side of the source, and the nearest cut
/// that leaves it there comes next. Every minimal cut is found in this way. Vertices that are not
/// removable belong to whatever they are connected with.
MinimalCuts minimal_cuts(const NeighbourLists& graph, VariableId source, VariableId target,
                         std::span<const VariableId> removable, std::size_t most);

}  // namespace pgm::detail
