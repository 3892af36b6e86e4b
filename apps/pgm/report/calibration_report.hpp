#pragma once

#include <apps/pgm/report/wording.hpp>
#include <apps/pgm/shell/json_text.hpp>
#include <pgm/classify/classifier.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgm::apps {

/// What was chosen by leaving out rows: the features that selection kept, the strengths of back-off
/// by level, and the temperature of the posteriors, by class if it differs. Lines and members only
/// where a classifier has them.
void add_calibration(TextTable& table, const Classifier& classifier);
void write_calibration(JsonText& json, const Classifier& classifier);

/// The strengths of back-off, if there are any.
void add_strengths(TextTable& table, std::span<const double> strengths);
void write_strengths(JsonText& json, std::span<const double> strengths);

/// "1.2", or "1.2 yes, 0.9 no" by class.
std::string temperature_text(const Classifier& classifier);

/// The features that selection kept; nothing where none was asked for, and of a stack.
std::optional<std::vector<std::string>> kept_features(const Classifier& classifier);

/// What missing cells are to a classifier and what they become, column by column: a line where they
/// are more than unobserved, and members of the open object.
void add_missing_cells(TextTable& table, const Classifier& classifier);
void write_missing_cells(JsonText& json, const Classifier& classifier);

/// What predictions lose without the classifier's replacements; nothing where it has none.
std::vector<std::string> replacements_lost(const Classifier& classifier);

}  // namespace pgm::apps
