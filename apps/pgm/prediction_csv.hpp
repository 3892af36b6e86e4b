#pragma once

#include <pgm/classify/predictions.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::apps {

/// Predictions as CSV: a column `predicted` with the class or action, empty where there was no decision, and on request one column `P(state)` per class in state order, of
/// shortest decimals that read back as the same double (zeros where there was no decision).
struct PredictionCsv {
    const Predictions& predictions;
    const std::vector<Decision>& decisions;
    const std::vector<std::string>& actions;
    bool probabilities = false;

    /// Hands the text to `sink` in large pieces.
    void write(const std::function<void(std::string_view)>& sink) const;
};

}  // namespace pgm::apps
