#pragma once

#include <apps/pgm/report/report.hpp>
#include <apps/pgm/shell/json_text.hpp>
#include <pgm/classify/classifier.hpp>

namespace pgm::apps {

/// What was chosen by leaving out rows: the features that selection kept, the strengths of back-off
/// by level, and the temperature of the posteriors. Lines and members only where a classifier has
/// them.
void add_calibration(TextTable& table, const Classifier& classifier);
void write_calibration(JsonText& json, const Classifier& classifier);

}  // namespace pgm::apps
