#pragma once

#include <io/options/read_options.hpp>
#include <io/text/detail/block_lexer.hpp>
#include <pgm/model/network.hpp>

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// Elvira has the comments of Java.
inline constexpr BlockSyntax elv_comments{"//", "*#"};

/// Annotations of a variable that begin so are attributes of its relation.
inline constexpr std::string_view elv_relation_prefix = "relation-";

/// Reads ELV, the format of Elvira (Elvira Consortium, "Elvira: an environment for creating and
/// using probabilistic graphical models", 2002):
///
///     bnet "rain" {
///     node wet(finite-states) { title = "wet grass"; kind-of-node = chance; pos_x = 10;
///       pos_y = 20; num-states = 2; states = ("no" "yes"); }
///     link rain wet;
///     relation wet rain { kind-of-relation = potential; values = table (0.9 0.2 0.1 0.8); }
///     relation cold wet rain { values = function GeneralizedMax(coldwet, coldrain, coldRest); }
///     relation cold wet { active = false; name-of-relation = coldwet; values = table (...); } ...
///     }
///
/// A table goes through the states of the first variable slowest, then those of the others with the
/// last one fastest; in early files each number has its states, `[yes, no] = 0.01`. The functions
/// Or, CausalMax and GeneralizedMax are read as noisy-MAX whose first state is the strongest, And,
/// Min and the like as one whose last state is. Nodes without states have those of `default node
/// states`. Positions and all other attributes are kept as
/// annotations. Continuous nodes, decisions, utilities, trees and other functions are refused by
/// kind and name.
///
/// Throws ParseError where the text leaves the grammar, ModelError with all other problems at once,
/// and TooLargeError.
ReadResult read_elv(std::string_view bytes, const ReadOptions& options = {});

/// True if a text begins with `bnet name {` or the head of an influence diagram, comments aside.
bool is_elv(std::string_view first_bytes);

/// Writes a network with tables and noisy-MAX distributions. Names that are not identifiers are
/// replaced (losses_of_elv()). Throws ArgumentError for a continuous variable and for names that
/// are not UTF-8.
void write_elv(const BayesianNetwork& network, std::ostream& out);

/// Names that are no identifiers, annotations that are no attributes, and what
/// lost_distributions() says, noisy-MAX distributions aside.
std::vector<std::string> losses_of_elv(const BayesianNetwork& network);

}  // namespace pgm::io::detail
