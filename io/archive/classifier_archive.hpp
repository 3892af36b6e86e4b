#pragma once

#include <io/options/read_options.hpp>
#include <pgm/classify/classifier.hpp>

#include <iosfwd>
#include <string_view>
#include <vector>

namespace pgm::io {

/// A classifier from the bytes of a native file. Throws ParseError for bytes that are damaged,
/// newer, or hold a network and no classifier; TooLargeError. Warnings of the networks are appended
/// to `remarks`, where given.
Classifier read_classifier_archive(std::string_view bytes, const ReadOptions& options = {},
                                   std::vector<Problem>* remarks = nullptr);

void write_classifier_archive(const Classifier& classifier, std::ostream& out);

/// Whether the bytes begin like a classifier's native file.
bool is_classifier_archive(std::string_view bytes);

}  // namespace pgm::io
