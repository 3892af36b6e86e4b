#pragma once

#include <pgm/classify/classifier.hpp>

#include <string>

namespace pgm::apps {

/// Writes a classifier. A file of another format than .pgmodel gets its network, and a note says
/// what that leaves out; what averages several networks is refused there.
void write_model(const Classifier& classifier, const std::string& path);

}  // namespace pgm::apps
