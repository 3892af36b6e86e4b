#pragma once

#include <io/options/read_options.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/model/network.hpp>

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

// The formats in XML, each with its reader, its writer and what the writer loses: PGMX, PMML, XBN,
// XDSL and XMLBIF.

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
/// properties are kept as annotations. Links say what a decision knows, and utilities are tables,
/// sums, or products (UtilityFamilies); their criteria are weighed as the file says (PgmxCriteria).
/// Other types of potentials, numeric variables and networks of other types are refused by kind and
/// name.
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

/// Reads PMML (Data Mining Group, "Predictive Model Markup Language", versions 4.1 to 4.4): files
/// with one BayesianNetworkModel or one NaiveBayesModel.
///
///     <PMML version="4.3"><Header /><DataDictionary>
///       <DataField name="wet" optype="categorical" dataType="string">
///         <Value value="no" /><Value value="yes" /></DataField> ...</DataDictionary>
///     <BayesianNetworkModel functionName="classification"><BayesianNetworkNodes>
///       <DiscreteNode name="wet"><DiscreteConditionalProbability>
///         <ParentValue parent="rain" value="no" />
///         <ValueProbability value="no" probability="0.9" /> ...
///
/// Variables are in the order of the dictionary. Continuous nodes are linear Gaussian: a mean of
/// sums and products in which parents are linear. A naive Bayes model becomes the network of its
/// class and inputs: P(T) are the counts of the class divided by their sum, and P(I | T) is the
/// count of I with T divided by the sum of the counts of that input with T.
///
/// A count of 0 becomes the threshold, and rows are not normalised again. They are made rows of a
/// network without changing any posterior of the class: all are divided by the largest sum, and
/// what is left of the others is the probability of one more state, called "?", which stands for
/// none. A density below the threshold counts as the threshold, so the distribution of such an
/// input is a FunctionCpd without a name, which no file can hold; both have a note. A discretised
/// input has the states of pgm's cut points, "<2", "[2,4)", ">=4", so numbers can be given for it.
///
/// Other models and distributions are refused by their names. Throws ParseError where the text is
/// no XML or a number is none, ModelError with all other problems at once, and TooLargeError.
ReadResult read_pmml(std::string_view bytes, const ReadOptions& options = {});

/// True if a text begins like XML with the element PMML.
bool is_pmml(std::string_view first_bytes);

/// Writes a BayesianNetworkModel of version 4.3 with tables and linear Gaussian distributions.
/// Throws ArgumentError for other distributions and for names that are not UTF-8.
void write_pmml(const BayesianNetwork& network, std::ostream& out);

/// True if a classifier is a naive Bayes model as PMML has it: one network in which the class is
/// the only parent of all features, with tables and Gaussians, without a temperature and without
/// replacements of missing values.
bool is_pmml_naive_bayes(const Classifier& classifier);

/// Writes a NaiveBayesModel of version 4.3, which is_pmml_naive_bayes() must allow. Cut points
/// become <Discretize>, probabilities the counts, and the threshold is 0, so that programs compute
/// the posteriors that pgm does. Throws ArgumentError for names that are not UTF-8.
void write_pmml_naive_bayes(const Classifier& classifier, std::ostream& out);

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

/// Reads XDSL, the format of GeNIe and SMILE (BayesFusion, "XDSL file format"):
///
///     <smile version="1.0" id="Network1"><nodes>
///       <cpt id="Late"><state id="No" /><state id="Yes" /><parents>Strike Full</parents>
///         <probabilities>0.9 0.1 0.3 0.7 ...</probabilities></cpt>
///       <deterministic ...><resultingstates>raise stop ...</resultingstates></deterministic>
///       <noisymax ...><strengths>0 1 1 0</strengths><parameters>...</parameters></noisymax>
///     </nodes><extensions><genie ...><node id="Late"><name>...</name>...</node>...
///
/// Ids are the names. Numbers go through the parents with the last one fastest, the child's states
/// fastest of all; in files of aGrUM, which name it, the first parent is the fastest
/// (NetworkAssembly::order_of_agrum()). A noisy-MAX lists the effects from the strongest to the
/// absent one and, for each parent, net rows in the order of its strengths, the leak last. Names,
/// positions, colours, properties and the attributes of diagnosis are kept as annotations; saved
/// cases are reported and not entered, and submodels, text boxes and fonts stay in the file
/// (SourceText). An equation that is linear with normal noise, X = 2 + 3*A + Normal(0, 1.5), is a
/// linear Gaussian distribution (linear_form.hpp). A node `mau` is the weighted sum of its parents,
/// which are utilities. Other equations, formulas of utilities and dynamic networks are refused by
/// kind and name.
///
/// Throws ParseError where the text is no XML or a number is none, ModelError with all other
/// problems at once, and TooLargeError.
ReadResult read_xdsl(std::string_view bytes, const ReadOptions& options = {});

/// True if a text begins like XML with the element smile.
bool is_xdsl(std::string_view first_bytes);

/// Writes a network with its parents before their children, as SMILE reads it. Names that are not
/// identifiers are replaced (losses_of_xdsl()). Throws ArgumentError for a continuous variable and
/// for names that are not UTF-8.
void write_xdsl(const BayesianNetwork& network, std::ostream& out);

/// The losses in GeNIe (losses_in_genie()), and positions whose corners have too few digits.
std::vector<std::string> losses_of_xdsl(const BayesianNetwork& network);

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
/// document type with FOR slowest. PROPERTY lines are kept as annotations. A variable of the TYPE
/// "decision" has no TABLE, one of the type "utility" a number for each configuration. Files of
/// UnBBayes are read by read_unbbayes_xmlbif().
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
