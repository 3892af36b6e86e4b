#pragma once

#include <apps/pgm/options/options.hpp>
#include <apps/pgm/shell/session.hpp>
#include <pgm/classify/predictions.hpp>

#include <string>

namespace pgm::apps {

/// A classifier named on the command line: one that `fit` has written, or any network together with
/// --class.
struct ClassifierInput {
    std::string path;
    std::string class_name;

    void add_to(Options& options);
    Classifier read(Session& session) const;
};

}  // namespace pgm::apps
