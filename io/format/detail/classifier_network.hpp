#pragma once

#include <io/options/read_options.hpp>
#include <pgm/classify/classifier.hpp>

#include <string>
#include <vector>

namespace pgm::io::detail {

/// The network that a classifier consists of, for those who read a file as a network. Throws
/// ParseError with the name of the file for a classifier of several.
ReadResult network_of(const Classifier& classifier, const std::string& name,
                      std::vector<Problem> remarks);

}  // namespace pgm::io::detail
