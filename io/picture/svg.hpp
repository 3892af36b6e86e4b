#pragma once

#include <io/picture/picture.hpp>

#include <string>

namespace pgm::io {

/// A picture of a network as SVG 1.1: a card per variable with bars for its states, arrows for
/// arcs, with widths and labels by their confidence, and tints for evidence.
///
/// Graphviz determines the layout (graph_layout.hpp). The text has no scripts and no external
/// references, and names fonts by family only. Throws IoError if Graphviz is not installed, and
/// TooLargeError if the network is too large for a layout.
std::string svg_text(const BayesianNetwork& network, const Picture& picture = {});

}  // namespace pgm::io
