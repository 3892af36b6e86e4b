#pragma once

#include <pgm/core/limits.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace pgm {

/// The discrete variables of which the text of a network, arcs and rows as NetworkBuilder::parse()
/// takes them, lists no states, in order of first mention. NetworkBuilder gives them "0" and "1",
/// which a program that shows such a network should mention: nobody can ask for a state "1" without
/// having seen its name.
///
///     variables_without_states("A -> B{no|yes}; A: 0.5 0.5")    // {"A"}
///
/// Throws ParseError and TooLargeError as parse_structure_graph() does
/// (pgm/model/structure_graph.hpp).
std::vector<std::string> variables_without_states(std::string_view text, const Limits& limits = {});

}  // namespace pgm
