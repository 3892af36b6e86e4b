#pragma once

#include <pgm/classify/classifier.hpp>
#include <pgm/core/limits.hpp>

#include <string>

namespace pgm::io {

/// A classifier as a native file (.pgmodel, also with .gz): the networks, the schema, the cut
/// points, the provenance and the statistics, bit for bit, so that what is read predicts what was
/// written predicts, and can learn from more rows.
///
/// It is a ClassifierRecord (io/archive/detail/classifier_record.hpp) in the same Envelope as a
/// network's, with the kind `classifier`. read_network() of such a file gives the network of a
/// classifier that has just one, so that every question can be asked of it.

/// Throws IoError, ParseError for files that are damaged, newer, or hold a network and no
/// classifier; TooLargeError.
Classifier read_classifier(const std::string& path, const Limits& limits = {});

/// Writes atomically (io/file/atomic_file.hpp). Throws IoError when the suffix is not that of a
/// native file, ArgumentError for a network with a FunctionCpd.
void write_classifier(const Classifier& classifier, const std::string& path);

}  // namespace pgm::io
