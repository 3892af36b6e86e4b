#pragma once

#include <apps/pgm/report/report.hpp>
#include <apps/pgm/shell/json_text.hpp>
#include <pgm/classify/classifier.hpp>

#include <string>
#include <vector>

namespace pgm::apps {

/// What missing cells are to a classifier and what they become, column by column: a line where they
/// are more than unobserved, and members of the open object.
void add_missing_cells(TextTable& table, const Classifier& classifier);
void write_missing_cells(JsonText& json, const Classifier& classifier);

/// What predictions lose without the classifier's replacements; nothing where it has none.
std::vector<std::string> replacements_lost(const Classifier& classifier);

}  // namespace pgm::apps
