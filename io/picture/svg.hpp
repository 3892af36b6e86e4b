#pragma once

#include <io/picture/picture.hpp>

#include <string>

namespace pgm::io {

/// A finished picture of a network as SVG 1.1: a card per variable with its states as bars, arcs as
/// arrows, evidence tinted.
///
/// Graphviz places the cards (graph_layout.hpp), this writer draws them. The text is
/// self-contained: no script, no outside reference, fonts by family name only. Throws IoError when
/// Graphviz is not installed, TooLargeError when the network is too large to be laid out.
std::string svg_text(const BayesianNetwork& network, const Picture& picture = {});

}  // namespace pgm::io
