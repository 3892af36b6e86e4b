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
/// are refused by name. Files of UnBBayes are read by read_unbbayes_xmlbif().
///
/// Throws ParseError where the text is no XML or a number is none, ModelError with all other
/// problems at once, and TooLargeError.
ReadResult read_xmlbif(std::string_view bytes, const ReadOptions& options = {});

/// The outermost element of the files of UnBBayes.
inline constexpr std::string_view unbbayes_root = "xbifns:xmlbif";

/// Reads what UnBBayes writes as XMLBIF, versions 0.5 and 0.6, which share no element with the
/// format of that name:
///
///     <xbifns:XMLBIF version="0.5"> <xbifns:network>
///     <xbifns:variables><xbifns:variable name="wet" type="DiscreteProbabilistic" xPos="17">
///       <xbifns:state name="no"/><xbifns:state name="yes"/></xbifns:variable>...
///     <xbifns:conditionalDistributionSet><xbifns:conditionalDistribution type="Discrete">
///       <xbifns:owner name="wet"/>
///       <xbifns:parents><xbifns:parent index="0" name="rain"/></xbifns:parents>
///       <xbifns:CPT><xbifns:dependentParentIndex index="0">0.9</xbifns:dependentParentIndex>...
///
/// The states of the owner are fastest, then those of the first parent. Positions and descriptions
/// are kept, drawing settings and explanations are not. Throws what read_xmlbif() throws.
ReadResult read_unbbayes_xmlbif(std::string_view bytes, const ReadOptions& options = {});

/// True if a text begins like XML with the element BIF, or with that of UnBBayes.
bool is_xmlbif(std::string_view first_bytes);

/// Writes version 0.3, numbers in the shortest form that reads back as the same double. Throws
/// ArgumentError for a continuous variable and for names that are not UTF-8.
void write_xmlbif(const BayesianNetwork& network, std::ostream& out);

}  // namespace pgm::io::detail
