#pragma once

#include <learners/fit/fit.hpp>
#include <learners/judge/folds.hpp>
#include <pgm/classify/decision.hpp>
#include <pgm/classify/measure/comparison.hpp>
#include <pgm/classify/measure/evaluation.hpp>
#include <pgm/core/stop_token.hpp>
#include <pgm/data/dataset.hpp>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::learners {

/// Switches of a validation. Plain data.
struct ValidationOptions {
    std::size_t threads = 1;  ///< folds computed at once
    /// The share of several processes, each of which computes some folds of some structures: task
    /// number `share` modulo `shares` in their order. The others are not reached.
    std::size_t share = 0, shares = 1;
    TieRule ties;
    /// Called after every fold of every structure with how many are done, never by two threads at
    /// once.
    std::function<void(std::size_t done, std::size_t all)> progress;
    /// Asked by several threads before every fold and within it, in the place of Fit::stop.
    /// When it is true, the folds in work are given up and the validation is partial, within a
    /// fraction of a second. A fold that will not be done before its deadline, as others of its
    /// structure took longer than what is left, is not begun.
    StopToken stop;
};

/// One way of fitting, judged on the folds.
struct ValidatedStructure {
    std::string structure;
    /// Predictions by number of the fold; null, or beyond the end, where it was not reached.
    std::vector<std::optional<ScoredPredictions>> folds;

    /// Number of folds that were reached.
    std::size_t reached() const;
    /// The scored predictions of all folds that were reached, in order.
    ScoredPredictions scored_predictions() const;
};

/// Several ways of fitting, judged on the same folds.
struct Validation {
    Folds folds;
    std::vector<ValidatedStructure> structures;

    bool complete() const;
};

/// Fits every choice on the training rows of every fold and predicts its test rows. Everything is
/// learned from the training rows: cut points, bandwidths, floors of variances, structures. Only
/// the schema, the states of the columns, is that of all rows, as if it had been declared. Folds
/// are made when they are needed, and what is kept grows with what was done.
///
/// Throws what fit() and predict() throw, and ArgumentError when there is no such class column.
Validation validate(const Dataset& data, std::string_view class_name,
                    std::span<const Estimator> choices, Folds folds,
                    const ValidationOptions& options = {});

/// The mean and the spread of one structure's accuracy over the folds that were reached.
struct ValidationSummary {
    Evaluation evaluation;  ///< of all predictions together; the accuracy is that of all rows
    /// Accuracies of the folds that were reached and whose test rows weigh anything.
    std::vector<double> fold_accuracies;
    /// The sample standard deviation of the fold accuracies; of a single fold sqrt(a (1 - a) /
    /// n). Null where every fold tests one row: its accuracies are zeros and ones, and their
    /// spread is a function of their mean.
    std::optional<double> accuracy_sd;
};

/// Throws ArgumentError when no fold was reached, or all test rows weigh 0.
ValidationSummary summary_of(const ValidatedStructure& structure);

/// The corrected resampled t test (pgm/classify/measure/comparison.hpp) of two structures
/// over the folds that both have reached; null when there are fewer than two.
std::optional<PairedComparison> compare(const Validation& validation, std::size_t first,
                                        std::size_t second);

/// The signed-rank test of the same accuracies, the folds taken for independent
/// (pgm/classify/measure/comparison.hpp).
std::optional<SignedRanks> signed_ranks(const Validation& validation, std::size_t first,
                                        std::size_t second);

/// The mean ranks of all structures by their accuracies on the folds that all of them have reached
/// (pgm/classify/measure/comparison.hpp); null when there are fewer than two of either.
std::optional<MeanRanks> mean_ranks(const Validation& validation);

}  // namespace pgm::learners
