#pragma once

#include <apps/pgm/report/wording.hpp>
#include <apps/pgm/shell/json_text.hpp>
#include <learners/stack/automatic.hpp>

namespace pgm::apps {

/// What the choice was made from, the best first and a line each: "0.312  tan, mdlp  (86.5 %)". Cut
/// after a few.
void add_trials(TextTable& table, const learners::AutomaticFit& fit);

/// "trials": an array with the name, the log loss and the accuracy of each on rows left out, in the
/// order they were made; "chosen": the name of one of them.
void write_trials(JsonText& json, const learners::AutomaticFit& fit);

}  // namespace pgm::apps
