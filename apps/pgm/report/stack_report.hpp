#pragma once

#include <apps/pgm/report/wording.hpp>
#include <apps/pgm/shell/json_text.hpp>
#include <apps/pgm/shell/output.hpp>
#include <pgm/classify/classifier.hpp>

#include <string>

namespace pgm::apps {

/// The classifiers of a stack, the heaviest first, a line each: "0.42 skdb, mdlp; 7 of
/// 20 features; temperature 1.3".
/// Nothing of other classifiers.
void add_stack(TextTable& table, const Classifier& classifier);

/// "stack": an array with the weight, the choices, the strengths and the temperature of each.
/// Nothing of other classifiers.
void write_stack(JsonText& json, const Classifier& classifier);

/// "cut into 3, 5 or 10", as the classifiers of a stack cut the feature.
std::string stacked_cuts_text(const Classifier& stack, const Variable& feature);

}  // namespace pgm::apps
