#pragma once

#include <io/options/read_options.hpp>
#include <io/text/detail/block_lexer.hpp>
#include <pgm/model/network.hpp>

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

// The formats of programs that write networks as blocks, each with its reader, its writer and what
// the writer loses: DNE, DSC, DSL, ELV and NET.

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
/// titles of the drawing are left out with a note. A utility has its numbers in `functable`; that
/// of a decision is a policy, which is left out with a warning. Disconnected parents and equations
/// without tables are refused by name. A text that is not UTF-8 is read as Latin-1 with a note.
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

/// Reads DSC, the text format of Microsoft's MSBN, which bnlearn and GeNIe write, too:
///
///     belief network "asia"
///     node smoke { name : "Smoker"; type : discrete [ 2 ] = { "yes", "no" }; position : (1, 2); }
///     node lung { type : discrete [ 2 ] = { "yes", "no" }; property "a note"; }
///     probability ( smoke ) { 0.5, 0.5; }
///     probability ( lung | smoke ) { (0) : 0.1, 0.9; default : 0.01, 0.99; }
///
/// Identifiers are the variables' names, and `name` is a label. Rows are in any order, and their
/// states are counted from 0. Properties and other attributes are kept as annotations. Utilities,
/// decisions and continuous variables are refused by kind and name. A text that is not UTF-8 is
/// read as Latin-1 with a note.
///
/// Throws ParseError where the text leaves the grammar, ModelError with all other problems at once,
/// and TooLargeError.
ReadResult read_dsc(std::string_view bytes, const ReadOptions& options = {});

/// True if a text begins with `belief network`, comments aside.
bool is_dsc(std::string_view first_bytes);

/// Names that are not identifiers are replaced (losses_of_dsc()). Throws ArgumentError for a
/// continuous variable and for names that are not UTF-8.
void write_dsc(const BayesianNetwork& network, std::ostream& out);

/// Names that are no identifiers, noisy-MAX distributions, which are written as tables, and
/// annotations of several lines.
std::vector<std::string> losses_of_dsc(const BayesianNetwork& network);

/// Reads DSL, the format of GeNIe and SMILE before XDSL, which aGrUM writes, too:
///
///     net Late
///     {
///         node Tired
///         {
///             TYPE = CPT;                       // or TRUTHTABLE, NOISY_MAX
///             HEADER = { ID = Tired; NAME = "tired today"; };
///             SCREEN = { POSITION = { CENTER_X = 10; CENTER_Y = 20; ... }; COLOR = 16250597; };
///             PARENTS = (Night);
///             DEFINITION =
///             {
///                 NAMESTATES = (no, yes);
///                 PROBABILITIES = (0.9, 0.1, 0.3, 0.7);
///             };
///         };
///     };
///
/// IDs are the names. Numbers, and the rows and strengths of a noisy-MAX, are as in XDSL, and so
/// are the annotations that become of names, positions, colours and comments; properties of the
/// user and the type of diagnosis are kept, too. LIST is a decision, whose NAMECHOICES are its
/// alternatives, TABLE a utility, and MAU the sum of its parents with WEIGHTS. Equations are
/// refused by kind and name. A text that is not UTF-8 is read as Latin-1 with a note.
///
/// Throws ParseError where the text leaves the grammar, ModelError with all other problems at once,
/// and TooLargeError.
ReadResult read_dsl(std::string_view bytes, const ReadOptions& options = {});

/// True if a text begins with `net x {`, comments aside.
bool is_dsl(std::string_view first_bytes);

/// Writes a network with its parents before their children, as SMILE does. Names that are not
/// identifiers are replaced (losses_in_genie()). Throws ArgumentError for a continuous variable and
/// for names that are not UTF-8.
void write_dsl(const BayesianNetwork& network, std::ostream& out);

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
/// states`. Positions and all other attributes are kept as annotations. A decision knows what has a
/// link to it; a super-value node is the Sum() of other utilities or their Product()
/// (UtilityFamilies). Constraints, continuous nodes, trees and other functions are refused by kind
/// and name.
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

/// Reads the NET language of Hugin, which UnBBayes, bnlearn, SamIam and others write, too (Hugin
/// API Reference Manual, "The NET language"): networks, and classes without instances (.oobn).
///
///     net { node_size = (80 40); }
///     node wet { label = "wet grass"; position = (10 20); states = ("no" "yes"); }
///     continuous node depth { label = ""; }
///     potential (wet | rain) { data = ((0.9 0.1) (0.2 0.8)); }                % rain=no, rain=yes
///     potential (depth | rain) { data = (normal (0, 1) normal (3, 2)); }      % means, variances
///
/// Identifiers are the names, which may have brackets, `Related(m1,p3)`, as UnBBayes writes them,
/// and states may be intervals without quotes, `[0;1.5[`, as aGrUM writes them; labels and all
/// other attributes are kept as annotations. Numbers of
/// `data` go through the parents with the last one fastest; rows that do not sum to 1 are counts,
/// which are divided by their sums with a note, and absent data are uniform. `decision` and
/// `utility` nodes are read, too. Instances, temporal nodes and tables given by expressions are
/// refused by name.
///
/// Throws ParseError where the text leaves the grammar, ModelError with all other problems at once,
/// and TooLargeError.
ReadResult read_net(std::string_view bytes, const ReadOptions& options = {});

/// True if a text begins with `net {` or `class x {`, comments aside.
bool is_net(std::string_view first_bytes);

/// Writes a network with tables and linear Gaussian distributions. Names that are not identifiers
/// are replaced (losses_of_net()). Throws ArgumentError for other distributions.
void write_net(const BayesianNetwork& network, std::ostream& out);

/// Names that are no identifiers, and annotations that are no attributes.
std::vector<std::string> losses_of_net(const BayesianNetwork& network);

}  // namespace pgm::io::detail
