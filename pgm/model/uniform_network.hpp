#pragma once

#include <pgm/model/network.hpp>
#include <pgm/model/structure_graph.hpp>

#include <string_view>

namespace pgm {

/// The network of a structure, every distribution uniform: for questions about its graph alone,
/// such as d-separation and pictures, and to be filled in. A variable without states has "0" and
/// "1".
///
/// Throws ModelError for a cycle, which it names, and TooLargeError for a table past the limits.
BayesianNetwork uniform_network(const StructureGraph& structure);
/// Reads the structure from a text (parse_structure_graph()), whose errors it throws, too.
BayesianNetwork uniform_network(std::string_view structure);

}  // namespace pgm
