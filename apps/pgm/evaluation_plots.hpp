#pragma once

#include <pgm/classify/outcomes.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/data/dataset.hpp>

#include <string>
#include <utility>
#include <vector>

namespace pgm::apps {

/// Writes DIR/roc-NAME.svg, calibration-NAME.svg and confusion-NAME.svg for the outcomes of one structure, and gives the paths. NAME is the structure with everything
/// but letters, digits and a few signs turned into '-'. A picture that cannot be drawn (one class only, too many classes) is left out.
std::vector<std::string> write_plots(const std::string& folder, const std::string& structure, const Outcomes& outcomes);

/// Writes DIR/regions-NAME.svg: who wins where over two continuous features, and the rows as dots.
std::string write_regions(const std::string& folder, const std::string& structure, const Predictor& predictor, const Dataset& data,
                          const std::pair<std::string, std::string>& features, std::size_t threads);

/// The continuous features where there are exactly two; else nothing.
std::optional<std::pair<std::string, std::string>> two_continuous_features(const Classifier& classifier);

}  // namespace pgm::apps
