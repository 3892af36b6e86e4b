#pragma once

#include <io/options/read_options.hpp>
#include <pgm/model/network.hpp>

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// Reads PGMX, the format of OpenMarkov (ProbModelXML; Arias, Diez, Palacios-Alonso and Bermejo,
/// "ProbModelXML. A format for encoding probabilistic graphical models", 2012):
///
///     <ProbModelXML formatVersion="0.2.0"><ProbNet type="BayesianNetwork"><Variables>
///       <Variable name="wet" type="finiteStates" role="chance"><Coordinates x="10" y="20" />
///         <States><State name="no" /><State name="yes" /></States></Variable> ...
///     </Variables><Links>...</Links><Potentials>
///       <Potential type="Table" role="conditionalProbability">
///         <Variables><Variable name="wet" /><Variable name="rain" /></Variables>
///         <Values>0.9 0.1 0.2 0.8</Values></Potential> ...
///
/// The first variable of a potential is the child. Its states are fastest in `Values`, then those
/// of the other variables in their order. Potentials of the types Table, Uniform and ICIModel are
/// read, the last ones as noisy-MAX: OR / MAX, whose last state is the strongest, and AND / MIN,
/// whose first state is, also by the names that they had before. Coordinates, comments, units and
/// properties are kept as annotations. Other types of potentials, decisions, utilities, numeric
/// variables and networks of other types are refused by kind and name.
///
/// Throws ParseError where the text is no XML or a number is none, ModelError with all other
/// problems at once, and TooLargeError.
ReadResult read_pgmx(std::string_view bytes, const ReadOptions& options = {});

/// True if a text begins like XML with the element ProbModelXML.
bool is_pgmx(std::string_view first_bytes);

/// Writes version 0.2.0. The network's name becomes an attribute, which OpenMarkov ignores. Throws
/// ArgumentError for a continuous variable and for names that are not UTF-8.
void write_pgmx(const BayesianNetwork& network, std::ostream& out);

/// The losses of lost_distributions(), noisy-MAX distributions aside.
std::vector<std::string> losses_of_pgmx(const BayesianNetwork& network);

}  // namespace pgm::io::detail
