#pragma once

#include <io/options/read_options.hpp>
#include <pgm/model/network.hpp>

#include <iosfwd>
#include <string_view>

namespace pgm::io::detail {

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
/// user and the type of diagnosis are kept, too. Decisions, utilities and equations are refused by
/// kind and name. A text that is not UTF-8 is read as Latin-1 with a note.
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

}  // namespace pgm::io::detail
