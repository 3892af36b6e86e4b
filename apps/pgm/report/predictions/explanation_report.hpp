#pragma once

#include <apps/pgm/render/report.hpp>
#include <apps/pgm/report/csv_writer.hpp>
#include <pgm/classify/weights_of_evidence.hpp>

#include <optional>
#include <string>
#include <vector>

namespace pgm::apps {

/// The names of the columns of an explanation: `log odds`, `log prior odds`, `W(feature)` for every
/// feature, and `interaction`.
std::vector<std::string> explanation_columns(const Classifier& classifier);

/// Appends these columns, each after a separator. What is unknown is empty, and
/// all are for a row without decision.
void append_explanation(std::string& line, const std::optional<RowWeights>& weights,
                        const Classifier& classifier, const CsvStyle& style);

/// {"class":"no","log_odds":0.9,"log_prior_odds":-0.5,
///  "cells":[{"feature":"outlook","value":"sunny","contribution":0.7}, ..],"interaction":0}
///
/// The cells begin with the one of the largest weight, for or against; those that say nothing are
/// left out. null for a row without
/// decision and for what is infinite.
Value explanation_value(const std::optional<RowWeights>& weights, const Classifier& classifier,
                        const Dataset& data, std::size_t row);

/// The contributions for people: "0.867603 = -0.510826 prior + 0.693147 outlook=sunny - 0.395313
/// windy=FALSE". Empty for a row without decision.
std::string explanation_text(const std::optional<RowWeights>& weights, const Classifier& classifier,
                             const Dataset& data, std::size_t row);

}  // namespace pgm::apps
