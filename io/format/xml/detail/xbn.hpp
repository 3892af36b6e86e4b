#pragma once

#include <io/options/read_options.hpp>
#include <pgm/model/network.hpp>

#include <iosfwd>
#include <string_view>

namespace pgm::io::detail {

/// Reads XBN, the format of Microsoft's MSBNx, which pgmpy and OpenBayes write, too (Microsoft
/// Research, "XML belief network file format", 1999):
///
///     <ANALYSISNOTEBOOK NAME="rain" ROOT="rain"><BNMODEL NAME="rain">
///     <VARIABLES> <VAR NAME="wet" TYPE="discrete" XPOS="10" YPOS="20">
///       <FULLNAME>wet grass</FULLNAME><STATENAME>no</STATENAME><STATENAME>yes</STATENAME></VAR>
///       ... </VARIABLES>
///     <STRUCTURE><ARC PARENT="rain" CHILD="wet"/></STRUCTURE>
///     <DISTRIBUTIONS> <DIST TYPE="discrete">
///       <CONDSET><CONDELEM NAME="rain"/></CONDSET><PRIVATE NAME="wet"/>
///       <DPIS><DPI INDEXES=" 0 ">0.9 0.1</DPI><DPI INDEXES=" 1 ">0.2 0.8</DPI></DPIS></DIST> ...
///
/// A DPI is a row. INDEXES has the states of the parents in the order of CONDSET, counted from 0;
/// a row without them stands for all rows that are not given. FULLNAME is a label, and DESCRIPTION
/// and PROPERTY are kept as annotations. Of several BNMODELs the one that ROOT names is read, with
/// a warning. Variables and distributions of other types than discrete are refused by name.
///
/// Throws ParseError where the text is no XML or a number is none, ModelError with all other
/// problems at once, and TooLargeError.
ReadResult read_xbn(std::string_view bytes, const ReadOptions& options = {});

/// True if a text begins like XML with the element ANALYSISNOTEBOOK.
bool is_xbn(std::string_view first_bytes);

/// Writes all names, annotations and numbers. Throws ArgumentError for a continuous variable and
/// for names that are not UTF-8.
void write_xbn(const BayesianNetwork& network, std::ostream& out);

}  // namespace pgm::io::detail
