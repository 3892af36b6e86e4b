#pragma once

#include <apps/pgm/render/report.hpp>
#include <apps/pgm/report/csv_writer.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/classify/weights_of_evidence.hpp>
#include <pgm/data/column.hpp>
#include <pgm/query/interval.hpp>
#include <sources/database/database.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::apps {

/// The output of `pgm predict` for some rows of the data.
struct PredictedRows {
    const Dataset& data;
    const Predictions& predictions;
    const std::vector<Decision>& decisions;
    /// Null unless explanations were asked for.
    std::optional<WeightsOfEvidence> weights = std::nullopt;
    /// Rows x classes; empty unless intervals were asked for.
    std::vector<std::optional<CredibleInterval>> intervals = {};
};

/// One line per row of the data: columns of the input that were asked for, the class or action that
/// is predicted, and on request the probability of every class in state order, its logarithm, and
/// how much each cell speaks for the prediction. It is written a block of rows after the other.
struct PredictionTable {
    using Sink = std::function<void(std::string_view)>;

    const Classifier& classifier;
    const std::vector<std::string>& actions;
    bool probabilities = false;
    bool log_probabilities = false;
    bool explanations = false;
    bool intervals = false;
    std::vector<std::string> kept = {};  ///< names of columns of the data

    /// `kept`, `predicted`, `P(state)`, `low P(state)` and `high P(state)`, `log P(state)`, those
    /// of explanations (explanation_columns()) and `why`.
    std::vector<sources::WrittenColumn> columns() const;

    /// `predicted` is empty, the probabilities are zeros, their logarithms -inf and the explanation
    /// is empty where there was no decision; a kept cell that is missing is empty, and so is the
    /// weight of an unknown cell. Predicted numbers are written as the style says, those of kept
    /// columns with all digits. The text comes in large pieces.
    void write_csv(const PredictedRows& rows, const Sink& sink, const CsvStyle& style) const;

    /// {"kept":{"id":"7"},"predicted":"yes","probabilities":{"yes":0.9,"no":0.1}}, one of the rows;
    /// "kept", "probabilities", "intervals", "log_probabilities", "explanation" and "why" where
    /// asked for, null for no decision, missing values and the logarithm of 0.
    Report row(const PredictedRows& rows, std::size_t row) const;

    /// The names of the columns that are not kept ones.
    std::vector<std::string> own_columns() const;
};

}  // namespace pgm::apps
