#pragma once

#include <pgm/core/limits.hpp>
#include <pgm/graph/dag.hpp>
#include <pgm/model/network.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace pgm {

/// A variable of a structure. `states` is empty when the text lists none: NetworkBuilder::parse()
/// then uses "0" and "1", a learner the states that occur in the data. A hidden variable has no
/// column in the data; a learner needs its states, anything else takes it as any other variable.
struct StructureNode {
    std::string name;
    std::vector<std::string> states;
    bool hidden = false;
    bool continuous = false;  ///< declared so, {real} or {utility}; it has no states
    Variable::Kind kind = Variable::Kind::chance;

    friend bool operator==(const StructureNode&, const StructureNode&) = default;
};

/// The variables in order of first mention and the arcs, each once, in order of mention.
/// VariableIds number the nodes. Cycles are not detected here; NetworkBuilder reports them.
struct StructureGraph {
    std::vector<StructureNode> nodes;
    std::vector<Arc> arcs;

    friend bool operator==(const StructureGraph&, const StructureGraph&) = default;
};

/// Reads a graph written in one line.
///
///     Cloudy{no|yes} -> Rain{no|yes} -> Wet{dry|wet} <- Sprinkler{off|on} <- Cloudy
///     default -> occ -> age, edu
///     A, B -> C; C -> D{low|medium|high}; E{3}
///     Kind{2 states, hidden} -> Size, Colour
///     Rain{no|yes} -> hours{real}
///
/// A comma makes a group: the second line has the arcs occ -> age and occ -> edu. A statement ends
/// at ';' or at the end of a line. E{3}, also written E{3 states}, has the states 0, 1 and 2. A
/// variable that no data observe is declared hidden, H{2 states, hidden} or H{low|high, hidden}.
/// hours{real} is continuous, unless a learner cuts the column; a variable whose only state is
/// called so is written {'real'}. An influence diagram also has decisions, Drill{drill|not,
/// decision}, whose parents are what is known then, and utilities, Pay{utility}.
/// The grammar is
///
///     structure = [ statement ] { ( ";" | newline ) [ statement ] }
///     statement = group { ( "->" | "<-" ) group }
///     group     = node { "," node }
///     node      = name [ "{" ( values [ "," ( "hidden" | "decision" ) ] | "real" | "utility" )
///                 "}" ]
///     values    = state { "|" state } | count [ "states" ]
///
/// Names are those of the lexer (pgm/core/text/lexer.hpp): a variable is one word or quoted; a
/// state may also contain blanks and begin with a sign of comparison. A node lists its states at
/// any of its mentions; listing the same states again is allowed. A newline after an arrow or a
/// comma does not end the statement.
///
/// A text from '[' to ']' without arrows, braces, commas and semicolons is a model string of
/// bnlearn (Scutari 2010, "Learning Bayesian networks with the bnlearn R package"):
/// `[A][S][B|A:S]` has the nodes A, S and B, and A and S are the parents of B. Names are then
/// whatever stands between the brackets and signs.
///
/// Throws ParseError with the column (and the line, if there are several), and TooLargeError for
/// more than a million arcs, since "a, b, ... -> c, d, ..." denotes quadratically many, and for
/// counts of states which together are more than `limits.max_states`.
StructureGraph parse_structure_graph(std::string_view text, const Limits& limits = {});

/// True if a text is a model string of bnlearn.
bool is_model_string(std::string_view text);

/// The variable that a node is where no data say more: continuous, or with its states, which are
/// "0" and "1" if it lists none.
Variable variable_of(const StructureNode& node);

/// The discrete variables of which the text of a network, arcs and rows as NetworkBuilder::parse()
/// takes them, lists no states, in order of first mention. NetworkBuilder gives them "0" and "1",
/// which a program that shows such a network should mention: questions are about the names of
/// states that their author has seen.
///
///     variables_without_states("A -> B{no|yes}; A: 0.5 0.5")    // {"A"}
///
/// Throws ParseError and TooLargeError as parse_structure_graph() does.
std::vector<std::string> variables_without_states(std::string_view text, const Limits& limits = {});

/// The variables that such a text declares hidden, in order of first mention. Throws likewise.
std::vector<std::string> hidden_variables(std::string_view text, const Limits& limits = {});

/// The network of a structure, every distribution uniform: for questions about its graph alone,
/// such as d-separation and pictures, and to be filled in. A variable without states has "0" and
/// "1", and a continuous one is standard normal whatever its parents are.
///
/// Throws ModelError for a cycle, which it names, and TooLargeError for a table past the limits.
BayesianNetwork uniform_network(const StructureGraph& structure);
/// Reads the structure from a text (parse_structure_graph()), whose errors it throws, too.
BayesianNetwork uniform_network(std::string_view structure);

/// The annotation of a variable whose distribution stands in for one that is not known yet.
inline constexpr std::string_view to_be_filled_in = "status = to be filled in";

/// The joint distribution written as a product of one factor per variable, as textbooks write it:
///
///     "P(y) P(A1 | y) P(A2 | y) P(A3 | A1) P(A4 | A1, A2)"
///
/// The factors are in topological order (pgm/graph/ancestry.hpp) and the parents in the order of
/// the table. Names that are not plain words are quoted, and names of more than `name_columns`
/// columns are shortened. The text of an empty network is empty.
std::string factorisation(const BayesianNetwork& network,
                          std::size_t name_columns = std::numeric_limits<std::size_t>::max());

}  // namespace pgm
