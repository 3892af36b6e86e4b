#pragma once

#include <io/picture/picture.hpp>

#include <string>

namespace pgm::io {

/// A network in the language of Graphviz (https://graphviz.org/doc/info/lang.html), to be laid out
/// and styled further by `dot`, `sfdp` and their kin.
///
/// Nodes are called n0, n1, ... by variable id and carry the variable's name in an HTML-like label,
/// escaped: whatever a name contains, the file stays one digraph with the network's arcs. With
/// distributions each node lists its states with a bar, with `tables` its conditional probability
/// table. The picture of svg.hpp shows the same and is finished; this one is for those who want to
/// change it.
std::string dot_text(const BayesianNetwork& network, const Picture& picture = {});

}  // namespace pgm::io
