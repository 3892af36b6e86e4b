#pragma once

#include <io/options/read_options.hpp>
#include <pgm/model/network.hpp>

#include <iosfwd>
#include <string_view>

namespace pgm::io::detail {

/// Reads XMLBIF, the interchange format for Bayesian networks in XML (Cozman 1998), version 0.3 and
/// the older document type before it, which has VALUE for OUTCOME and PROBABILITY for DEFINITION.
///
///     <BIF VERSION="0.3"><NETWORK><NAME>rain</NAME>
///     <VARIABLE TYPE="nature"><NAME>wet</NAME>
///       <OUTCOME>no</OUTCOME><OUTCOME>yes</OUTCOME></VARIABLE>
///     <DEFINITION><FOR>wet</FOR><GIVEN>rain</GIVEN><TABLE>0.9 0.1 0.2 0.8</TABLE></DEFINITION>
///     ...
///
/// TABLE lists the numbers with the states of FOR fastest, then the last GIVEN; in the older
/// document type with FOR slowest. PROPERTY lines are kept as annotations. Decisions and utilities
/// are refused by name.
///
/// Throws ParseError where the text is no XML or a number is none, ModelError with all other
/// problems at once, and TooLargeError.
ReadResult read_xmlbif(std::string_view bytes, const ReadOptions& options = {});

/// True if a text begins like XML with the element BIF.
bool is_xmlbif(std::string_view first_bytes);

/// Writes version 0.3, numbers in the shortest form that reads back as the same double. Throws
/// ArgumentError for a continuous variable and for names that are not UTF-8.
void write_xmlbif(const BayesianNetwork& network, std::ostream& out);

}  // namespace pgm::io::detail
