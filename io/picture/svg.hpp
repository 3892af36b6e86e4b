#pragma once

#include <io/picture/picture.hpp>

#include <string>

namespace pgm::io {

/// A picture of a network as SVG 1.1: a card per variable with bars for its states, arrows for
/// arcs, with widths and labels by their confidence, and tints for evidence.
///
/// Parents stand above their children (graph_layout.hpp). The text has no scripts and no external
/// references, and names fonts by family only; the same network gives the same text everywhere.
/// Throws TooLargeError if the network is too large for a layout.
std::string svg_text(const BayesianNetwork& network, const Picture& picture = {});

}  // namespace pgm::io
