#pragma once

#include <io/picture/picture.hpp>

#include <string>

namespace pgm::io {

/// A network in the language of Graphviz (https://graphviz.org/doc/info/lang.html), to be laid out
/// and styled by `dot`, `sfdp` and similar programs.
///
/// Nodes are called n0, n1, ... by variable id and have the escaped name of the variable in an
/// HTML-like label, so any name gives a valid file. With distributions each node lists its states
/// with bars, with `tables` its conditional probability table, and with `confidence`
/// each arc its width and label. svg.hpp makes a finished picture of
/// the same; this text is for those who want to change it.
std::string dot_text(const BayesianNetwork& network, const Picture& picture = {});

}  // namespace pgm::io
