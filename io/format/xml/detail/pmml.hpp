#pragma once

#include <io/options/read_options.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/model/network.hpp>

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

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

}  // namespace pgm::io::detail
