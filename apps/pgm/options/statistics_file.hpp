#pragma once

#include <apps/pgm/shell/session.hpp>
#include <pgm/classify/classifier.hpp>

#include <string>
#include <vector>

namespace pgm::apps {

// Statistics are a classifier that kept them (pgm fit --updatable), in a file of any name.

/// Throws ArgumentError where the file holds no classifier, or one without statistics.
Classifier load_statistics(Session& session, const std::string& path);

/// Those of all files together (learners::merged()). Errors name the file.
Classifier load_merged(Session& session, const std::vector<std::string>& paths,
                       std::size_t threads);

/// As `.json` where the name ends so, else in the native format.
void write_statistics(const Classifier& classifier, const std::string& path);

}  // namespace pgm::apps
