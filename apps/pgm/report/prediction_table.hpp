#pragma once

#include <apps/pgm/shell/json_text.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/data/column.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::apps {

/// One line per row of the data: columns of the input that were asked for, the class or action that
/// is predicted, and on request the probability of every class in state order, and its logarithm.
struct PredictionTable {
    using Sink = std::function<void(std::string_view)>;

    const Predictions& predictions;
    const std::vector<Decision>& decisions;
    const std::vector<std::string>& actions;
    bool probabilities = false;
    bool log_probabilities = false;
    std::vector<const Column*> kept = {};

    /// CSV with the columns `kept`, `predicted`, `P(state)` and `log P(state)`; `predicted` is
    /// empty, the probabilities are zeros and their logarithms -inf where there was no decision, a
    /// kept cell that is missing is empty.
    /// Numbers are the shortest decimals that read back as the same double. The text comes in large
    /// pieces.
    void write_csv(const Sink& sink, char separator = ',') const;

    /// [{"kept":{"id":"7"},"predicted":"yes","probabilities":{"yes":0.9,"no":0.1}}, ..], a piece at
    /// a time; "kept", "probabilities" and "log_probabilities" where asked for, null for no
    /// decision, missing cells and the logarithm of 0.
    void write_rows(JsonText& json, const Sink& sink) const;

    /// The names in the header of the CSV that are not those of kept columns.
    std::vector<std::string> own_columns() const;
};

}  // namespace pgm::apps
