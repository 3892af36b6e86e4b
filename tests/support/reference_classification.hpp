#pragma once

#include <pgm/data/dataset.hpp>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace pgm::tests {

/// A data set of the reference data (datasets/index.json), cut into the training and the test rows
/// that all reference predictions share.
struct SplitData {
    Dataset train;
    Dataset test;
    std::vector<std::uint32_t> test_rows;  ///< their numbers in the whole
    std::string class_name;
};

/// How the cells of a reference run are to be read.
struct CellRules {
    bool missing_is_state =
        false;  ///< a missing cell of a discrete feature is one more state "?", where there is any
    bool numbers_are_states =
        false;  ///< a numeric feature is a discrete one whose states are the numbers that occur
};

/// Reads the features named, and the class, with the states that the data set declares. Rows in
/// which a continuous feature is missing are left out. Null where the data is absent.
std::optional<SplitData> reference_split(const std::string& name,
                                         const std::vector<std::string>& features,
                                         const CellRules& rules);

/// A file of reference predictions: log posteriors by row and class, the classes in the order of
/// `class_variable`; -inf for a class that the file leaves out, because no row has it.
struct ReferencePredictions {
    std::vector<std::uint32_t> rows;
    std::vector<std::string> predicted;
    std::vector<std::vector<double>> log_probabilities;
};

ReferencePredictions reference_predictions(const std::string& relative,
                                           const Variable& class_variable);

/// The entries of classifiers/index.json of one method; null where the data is absent.
std::optional<std::vector<nlohmann::json>> reference_runs(const std::string& method);

}  // namespace pgm::tests
