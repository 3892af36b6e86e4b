#pragma once

#include <apps/pgm/shell/json_text.hpp>
#include <pgm/classify/column_alignment.hpp>

namespace pgm::apps {

/// What did not fit, as notes and warnings on standard error, and as members of an object.
void print_report(const AlignmentReport& report);
void write_report(JsonText& json, const AlignmentReport& report);

}  // namespace pgm::apps
