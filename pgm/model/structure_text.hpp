#pragma once

#include <pgm/graph/dag.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pgm {

/// A variable of a structure. `states` is empty when the text names none: NetworkBuilder::parse()
/// then takes "0" and "1", a learner the states it finds in the data.
struct StructureNode {
    std::string name;
    std::vector<std::string> states;

    friend bool operator==(const StructureNode&, const StructureNode&) = default;
};

/// Variables in order of first mention, and the arcs between them, each once, in order of mention.
/// VariableIds count the nodes. Whether the arcs form a cycle is not looked at; NetworkBuilder does
/// that.
struct Structure {
    std::vector<StructureNode> nodes;
    std::vector<Arc> arcs;

    friend bool operator==(const Structure&, const Structure&) = default;
};

/// Reads a graph written in one line.
///
///     Cloudy{no|yes} -> Rain{no|yes} -> Wet{dry|wet} <- Sprinkler{off|on} <- Cloudy
///     default -> occ -> age, edu
///     A, B -> C; C -> D{low|medium|high}; E{3}
///
/// A comma groups: occ -> age and occ -> edu. A statement ends at ';' or at the end of a line. E
/// has the states 0, 1 and 2. The grammar:
///
///     structure = [ statement ] { ( ";" | newline ) [ statement ] }
///     statement = group { ( "->" | "<-" ) group }
///     group     = node { "," node }
///     node      = name [ "{" ( state { "|" state } | count ) "}" ]
///
/// Names are those of the lexer (pgm/core/text/lexer.hpp): a variable is one word or quoted, a
/// state may also have blanks inside and begin with a sign of comparison. A node gives its states
/// once, at any of its mentions, or the same again. A newline after an arrow or a comma does not
/// end the statement.
///
/// Throws ParseError with the column (and the line, when there are several), and TooLargeError for
/// more than ten million arcs or a million states: "a, b, ... -> c, d, ..." asks for quadratically
/// many.
Structure parse_structure(std::string_view text);

}  // namespace pgm
