#pragma once

#include <pgm/classify/classifier.hpp>
#include <pgm/core/limits.hpp>

#include <string>

namespace pgm::io {

/// Reads a classifier from a native file (.pgmodel, also with .gz). The networks, the schema, the
/// cut points, the provenance and the statistics are stored bit for bit, so the classifier that is
/// read makes the same predictions and can be updated with more rows.
///
/// The file contains a ClassifierRecord (io/archive/detail/classifier_record.hpp) in an Envelope of
/// the kind `classifier`. read_network() accepts such a file, too, if the classifier has just one
/// network.

/// Throws IoError, TooLargeError, and ParseError for a file that is damaged, newer than the
/// library, or no classifier.
Classifier read_classifier(const std::string& path, const Limits& limits = {});

/// True if a file of that name holds this classifier: a native file or a stream any, a PMML file
/// (.pmml) naive Bayes with tables, cut points and Gaussians.
bool holds_classifier(const std::string& path, const Classifier& classifier);

/// Writes atomically (io/file/output_file.hpp). A PMML file has the model alone, for other
/// programs: no provenance and no statistics. Throws IoError unless holds_classifier(),
/// ArgumentError for a network with a FunctionCpd.
void write_classifier(const Classifier& classifier, const std::string& path);

}  // namespace pgm::io
