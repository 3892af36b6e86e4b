#pragma once

#include <io/format.hpp>
#include <pgm/classify/classifier.hpp>

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io {

/// A classifier as a native file (.pgmodel, also with .gz): the networks, the schema, the cut points, the provenance and the statistics, bit for bit, so that what is read predicts
/// what was written predicts, and can learn from more rows.
///
/// It is a ClassifierRecord (io/archive/classifier_record.hpp) in the same Envelope as a network's, with the kind `classifier`. read_network() of such a file gives the network of a
/// classifier that has just one, so that every question can be asked of it.

/// Throws IoError, ParseError for files that are damaged, newer, or hold a network and no classifier; TooLargeError.
Classifier read_classifier(const std::string& path, const Limits& limits = {});

/// The same from bytes. Warnings of the networks are appended to `remarks`, where given.
Classifier read_classifier_archive(std::string_view bytes, const ReadOptions& options = {}, std::vector<Problem>* remarks = nullptr);

/// Writes atomically (io/file/atomic_file.hpp). Throws IoError when the suffix is not that of a native file, ArgumentError for a network with a FunctionCpd.
void write_classifier(const Classifier& classifier, const std::string& path);

void write_classifier_archive(const Classifier& classifier, std::ostream& out);

/// Whether the bytes begin like a classifier's native file.
bool is_classifier_archive(std::string_view bytes);

}  // namespace pgm::io
