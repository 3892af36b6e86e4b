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

/// Writes atomically (io/file/output_file.hpp). Throws IoError when the suffix is not that of a
/// native file, ArgumentError for a network with a FunctionCpd.
void write_classifier(const Classifier& classifier, const std::string& path);

}  // namespace pgm::io
