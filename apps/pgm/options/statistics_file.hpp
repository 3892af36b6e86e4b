#pragma once

#include <apps/pgm/shell/session.hpp>
#include <pgm/classify/classifier.hpp>

#include <string>
#include <vector>

namespace pgm::apps {

// Sums are a classifier that kept them (pgm fit --updatable), in a file of any name. They
// differ from a model that is asked in that other statistics of the same kind can be added to them.

/// Throws ArgumentError where the file holds no classifier, or one without statistics.
Classifier load_statistics(Session& session, const std::string& path);

/// The statistics of all files together (learners::merged()), or of the only one. Errors name the
/// file; the order of the files changes nothing.
Classifier load_merged(Session& session, const std::vector<std::string>& paths,
                       std::size_t threads);

/// Writes statistics as `.json` where the name ends so, else in the native format.
void write_statistics(const Classifier& classifier, const std::string& path);

}  // namespace pgm::apps
