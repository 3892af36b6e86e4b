#pragma once

#include <apps/pgm/render/report.hpp>
#include <learners/fit/fit_network.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/data/rows.hpp>
#include <pgm/data/unusable_columns.hpp>

#include <optional>
#include <string>
#include <vector>

namespace pgm::apps {

/// The files of a fit, as the user named them.
struct FitFiles {
    std::string data;     ///< source_text()
    std::string weights;  ///< the column of the weights of rows; empty: none, or the rows have them
    std::string model;    ///< where the result was written; empty: nowhere
};

/// The facts about the rows of a fit that a report needs beside what the classifier holds.
struct FittedRows {
    /// The weights of the rows of each class: how many they are, where they have no weights.
    /// A hidden class has no column.
    std::optional<std::vector<double>> class_weights = std::nullopt;
    bool have_weights = false;
    CodeColumns codes = {};  ///< of rows that are read in parts
};

/// The rows of a table.
FittedRows fitted_rows(const Dataset& data, const std::string& class_name);

/// A visit of the parts of a pass that counts their rows for the report, from none on, before
/// `take` has them. The arguments must live as long.
Rows::Visit counted_for_report(FittedRows& rows, const std::string& class_name,
                               const Rows::Visit& take);

/// The rows of a table to learn from. Those in parts are counted for the report by each pass. The
/// arguments must live as long.
Rows counted_rows(const Rows& table, const std::string& class_name, FittedRows& rows);

/// The answer of `fit` and `update`. `updated` is the classifier that the rows were added to.
Report fit_report(const Classifier& classifier, const FittedRows& rows, const FitFiles& files,
                  const Classifier* updated = nullptr);

/// The rows of a classifier that kept its statistics.
FittedRows rows_of_statistics(const Classifier& classifier);

/// The answer of `fit` without a class: a network.
Report network_report(const learners::FittedNetwork& fitted, const Dataset& data,
                      const std::string& structure, const FitFiles& files);

/// "model", null where it was written nowhere.
Fact model_fact(const std::string& path);

}  // namespace pgm::apps
