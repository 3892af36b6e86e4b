#pragma once

#include <io/options/read_options.hpp>
#include <pgm/model/network.hpp>

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io {

/// Reads the text of a network as a person writes it, on the command line or in a file: the grammar
/// of NetworkBuilder::parse(), and in files lines of comment that begin with # or //:
///
///     # network lawn
///     Cloudy{no|yes} -> Rain{no|yes}
///     Cloudy: 0.5 0.5
///     Rain | Cloudy=no: 0.8 0.2
///     Rain | Cloudy=yes: 0.2 0.8
///
/// A first line of this form names the network. Families without rows have numbers that are to be
/// learned. A remark names the states of variables that list none.
///
/// Throws ParseError where the text leaves the grammar, ModelError with all other problems at once,
/// and TooLargeError.
ReadResult read_bn(std::string_view bytes, const ReadOptions& options = {});

/// True if the first statement of a text, comments aside, has arcs or states in braces.
bool is_bn(std::string_view first_bytes);

/// A statement for each variable, then the arcs and the rows; families that are to be filled in
/// have no rows. Numbers are read back bit for bit. Throws ArgumentError for distributions that
/// have no rows in such a text, kernel densities and functions of the program.
void write_bn(const BayesianNetwork& network, std::ostream& out);

/// Annotations, noisy-MAX distributions, which are written as tables, that rows share parameters,
/// and rows that do not sum to 1.
std::vector<std::string> losses_of_bn(const BayesianNetwork& network);

/// "A, B and C have the states 0 and 1, as the text lists none"; empty for no variables.
std::string sentence_about_states(const std::vector<std::string>& variables);

}  // namespace pgm::io
