#pragma once

#include <pgm/classify/predictions.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pgm {

/// P(class | x) of rows that came in parts, one per fold or file. Nothing changes the numbers of a
/// part, so it is held once, whatever lists it is in: to copy and to join lists copies no number.
class ProbabilityRows {
public:
    ProbabilityRows() = default;
    /// One part, rows x classes.
    ProbabilityRows(RowsByStates part);

    std::size_t rows() const { return rows_.size(); }
    std::size_t classes() const { return classes_; }
    std::span<const double> row(std::size_t row) const { return {rows_[row], classes_}; }

    /// The rows of another list of the same classes after these.
    void append(const ProbabilityRows& other);

    friend bool operator==(const ProbabilityRows& a, const ProbabilityRows& b);

private:
    std::vector<std::shared_ptr<const RowsByStates>> parts_;
    std::vector<const double*> rows_;  ///< where each row begins, in its part
    std::size_t classes_ = 0;
};

/// What was predicted for some rows and what was true: all that the measures of quality need
/// (confusion.hpp, probability_scores.hpp, roc.hpp, calibration.hpp), whichever classifier, fold or
/// file it came from. Classes are numbered in state order.
struct ScoredPredictions {
    /// In `predicted`: no class had a positive density.
    static constexpr std::uint32_t undecided = ~std::uint32_t{0};

    std::vector<std::string> classes;
    std::vector<std::uint32_t> truth;      ///< one class per row
    std::vector<std::uint32_t> predicted;  ///< one class per row, or `undecided`
    ProbabilityRows probabilities;         ///< rows x classes; a row of zeros where undecided
    std::vector<double> log_truth;         ///< log P(truth | x) per row, -inf where that is 0
    std::vector<double> weights;           ///< one per row; empty: every row weighs 1

    std::size_t rows() const { return truth.size(); }
    double weight(std::size_t row) const { return weights.empty() ? 1.0 : weights[row]; }
    std::span<const double> probability(std::size_t row) const { return probabilities.row(row); }

    friend bool operator==(const ScoredPredictions& a, const ScoredPredictions& b) = default;
};

/// Throws ArgumentError unless all members have one entry per row, classes are in range and numbers
/// are what they should be (no NaN, weights not negative).
void check(const ScoredPredictions& scored);

/// The rows of all parts one after the other, whose probabilities it shares with the parts; weights
/// are kept when any part has some. Throws ArgumentError when the parts have different classes.
ScoredPredictions concatenated(std::span<const ScoredPredictions> parts);

/// The sum of the rows' weights.
double total_weight(const ScoredPredictions& scored);

/// Predictions beside the truth. Rows of `data` whose class is missing are left out; its weights
/// are kept. A numeric class column counts by its numbers. Throws EvidenceError for a class the
/// classifier does not know, ArgumentError when there is no class column.
ScoredPredictions score_predictions(const Predictions& predictions, const Variable& class_variable,
                                    const Dataset& data, const TieRule& ties = {});
/// The same of predictions that are done with: their probabilities are handed on, not copied, where
/// every row has a class.
ScoredPredictions score_predictions(Predictions&& predictions, const Variable& class_variable,
                                    const Dataset& data, const TieRule& ties = {});

}  // namespace pgm
