#pragma once

#include <io/options/read_options.hpp>
#include <pgm/model/network.hpp>

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// Reads DNE, the text format of Netica (Norsys, "DNET file format"):
///
///     // ~->[DNET-1]->~
///     bnet Dam {
///     node Rain {
///         kind = NATURE;
///         discrete = TRUE;
///         states = (None, Heavy);
///         parents = ();
///         probs = (0.9, 0.1);
///         title = "rain today";
///         visual V1 { center = (10, 20); };
///         };
///     node Level {
///         states = (Low, High);
///         parents = (Rain);
///         probs = ((0.8),              // the last probability of a row may be left out
///                  (0.3));
///         };
///     };
///
/// Names of nodes are the variables' names, and titles are labels. A node with levels and without
/// names of states has the states #0, #1, ..., which are also how `functable` may name any state.
/// Tables that are left out are uniform. Attributes (levels, experience among them) and the fields
/// of `user` are kept as annotations; saved findings are reported and not entered; nodes that are
/// titles of the drawing are left out with a note. Decisions, utilities, disconnected parents and
/// equations without tables are refused by name. A text that is not UTF-8 is read as Latin-1 with a
/// note.
///
/// Throws ParseError where the text leaves the grammar, ModelError with all other problems at once,
/// and TooLargeError.
ReadResult read_dne(std::string_view bytes, const ReadOptions& options = {});

/// True if a text begins with `bnet x {`, comments aside.
bool is_dne(std::string_view first_bytes);

/// Names of variables and states that are not identifiers are replaced (losses_of_dne()). Throws
/// ArgumentError for a continuous variable and for names that are not UTF-8.
void write_dne(const BayesianNetwork& network, std::ostream& out);

/// Names that are no identifiers, noisy-MAX distributions, which are written as tables, and
/// annotations that are no attributes.
std::vector<std::string> losses_of_dne(const BayesianNetwork& network);

}  // namespace pgm::io::detail
