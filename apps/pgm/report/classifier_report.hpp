#pragma once

#include <apps/pgm/render/report.hpp>
#include <pgm/classify/classifier.hpp>

#include <string>
#include <vector>

namespace pgm::apps {

// Facts about a classifier, which `fit`, `update` and `info` have in common. Reports are empty
// where a classifier has nothing of the kind. It has to outlive them: there may be many features.

/// The class, its states, the rows, the features, the choices and the remarks.
Report classifier_report(const Classifier& classifier);

/// The features: their types, their cuts, and whether they are left out. Of many, people see the
/// first ones.
Fact features_fact(const Classifier& classifier);

/// The structure, the smoothing, the model of continuous columns and the class prior.
Report choices_report(const Classifier& classifier);

/// Choices made by leaving out rows: the features that selection kept, the concentrations of
/// back-off by level, and the temperature of the posteriors.
Report calibration_report(const Classifier& classifier);

/// The concentrations of back-off by level.
Report concentrations_report(const std::vector<double>& concentrations);

/// The treatment of missing values, where they are more than unobserved, and their replacements.
Report missing_cells_report(const Classifier& classifier);

/// The classifiers of a stack, the heaviest first.
Report stack_report(const Classifier& classifier);

/// The candidates that a classifier was chosen from, in the order they were made; people see the
/// best ones.
Report candidates_report(const Classifier& classifier);

/// Remarks, those alike together for people.
Report remarks_report(const std::vector<std::string>& remarks);

/// "yes, no, ... (40)"
std::string classes_text(const std::vector<std::string>& classes);

/// The loss of predictions without the classifier's replacements, in words; null where it has
/// none.
std::vector<std::string> replacements_lost(const Classifier& classifier);

}  // namespace pgm::apps
