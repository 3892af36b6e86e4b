#pragma once

#include <pgm/classify/classifier.hpp>

#include <iosfwd>

namespace pgm::io::detail {

/// True if a classifier is a naive Bayes model as PMML has it: one network in which the class is
/// the only parent of all features, with tables and Gaussians, without a temperature and without
/// replacements of missing cells.
bool is_pmml_naive_bayes(const Classifier& classifier);

/// Writes a NaiveBayesModel of version 4.3, which is_pmml_naive_bayes() must allow. Cut points
/// become <Discretize>, probabilities the counts, and the threshold is 0, so that programs compute
/// the posteriors that pgm does. Throws ArgumentError for names that are not UTF-8.
void write_pmml_naive_bayes(const Classifier& classifier, std::ostream& out);

}  // namespace pgm::io::detail
