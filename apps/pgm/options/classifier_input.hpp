#pragma once

#include <apps/pgm/options/options.hpp>
#include <apps/pgm/shell/json_text.hpp>
#include <apps/pgm/shell/session.hpp>
#include <pgm/classify/predictions.hpp>

#include <string>
#include <vector>

namespace pgm::apps {

/// A classifier named on the command line: one that `fit` has written, or any network together with
/// --class.
struct ClassifierInput {
    std::string path;
    std::string class_name;

    void add_to(Options& options);
    Classifier read(Session& session) const;
};

/// What did not fit, as notes and warnings on standard error, and as members of an object.
void print_report(const AlignmentReport& report);
void write_report(JsonText& json, const AlignmentReport& report);

}  // namespace pgm::apps
