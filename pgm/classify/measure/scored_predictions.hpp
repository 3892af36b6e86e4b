#pragma once

#include <pgm/classify/decision.hpp>
#include <pgm/classify/predictions.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgm {

/// P(class | x) of rows that come in parts, one per fold or file. Lists share their parts, which
/// never change, so copying and joining lists copies no numbers.
class ProbabilityRows {
public:
    ProbabilityRows() = default;
    /// Makes a list of one part, rows x classes.
    ProbabilityRows(RowsByStates part);

    std::size_t rows() const { return rows_.size(); }
    std::size_t classes() const { return classes_; }
    std::span<const double> row(std::size_t row) const { return {rows_[row], classes_}; }

    /// Appends the rows of another list with the same classes.
    void append(const ProbabilityRows& other);

    friend bool operator==(const ProbabilityRows& a, const ProbabilityRows& b);

private:
    std::vector<std::shared_ptr<const RowsByStates>> parts_;
    std::vector<const double*> rows_;  ///< the beginning of each row in its part
    std::size_t classes_ = 0;
};

/// Predictions and truth of some rows, from which all measures are computed (confusion.hpp,
/// roc.hpp, calibration_curve.hpp, and below). Classes are numbered in state order.
struct ScoredPredictions {
    /// The value of `predicted` where no class has a positive density.
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

/// Throws ArgumentError unless all members have one entry per row, classes are in range, no number
/// is NaN and no weight negative.
void check(const ScoredPredictions& scored);

/// Joins the rows of all parts. The probabilities are shared with the parts; weights are kept when
/// any part has some. Throws ArgumentError when the parts have different classes.
ScoredPredictions concatenated(std::span<const ScoredPredictions> parts);

/// The sum of the rows' weights.
double total_weight(const ScoredPredictions& scored);

/// Joins predictions with the true classes. Rows of `data` without a class are left out, and its
/// weights are kept. A numeric class column is matched by its numbers. Throws EvidenceError for an
/// unknown class and ArgumentError when there is no class column. Errors count rows from
/// `first_row`, the number of rows before the first one where the data are a part of a table.
ScoredPredictions score_predictions(const Predictions& predictions, const Variable& class_variable,
                                    const Dataset& data, const TieRule& ties = {},
                                    std::size_t first_row = 0);
/// Scores predictions that are not needed any more: their probabilities are moved, not copied, when
/// every row has a class.
ScoredPredictions score_predictions(Predictions&& predictions, const Variable& class_variable,
                                    const Dataset& data, const TieRule& ties = {},
                                    std::size_t first_row = 0);

/// The mean of -log P(truth | x), natural logarithm, weighted by the rows' weights; 0 for no rows.
///
/// It is computed from log probabilities, so a truth with probability e^-1000 costs 1000; positive
/// probabilities are not clipped. A probability of exactly 0 would cost infinity. Such a row, like
/// an undecided one, counts as 2^-1074, the smallest positive double, and costs 744.44;
/// `impossible` is the weight of these rows.
struct LogLoss {
    double mean = 0;
    double impossible = 0;  ///< weight of the rows whose truth was given probability 0
};

LogLoss log_loss(const ScoredPredictions& scored);

/// The mean over the rows of
///
///     sum_k (P(k | x) - [k is the truth])^2,
///
/// the sum over *all* classes as Brier defined it (1950, "Verification of forecasts expressed in
/// terms of probability"). It lies between 0 and 2; for two classes it is twice the number that
/// some programs compute from the positive class alone. An undecided row, whose probabilities are
/// all 0, costs 1.
double brier_score(const ScoredPredictions& scored);

/// The cost of a classifier's decisions when the truth is known. On row r the action of least
/// conditional risk is taken (decision.hpp):
///
///     i(r)     = argmin_i sum_j loss(i, j) P(j | x_r),
///     total    = sum_r w_r loss(i(r), truth_r),          the empirical risk times W,
///     mean     = total / W,                              W = sum_r w_r,
///     expected = sum_r w_r R(i(r) | x_r) / W,            what the posteriors promised.
///
/// A mean far above the expected loss shows that the probabilities are not calibrated
/// (calibration_curve.hpp). Rows without a decision have no loss; they are counted separately and
/// are not part of W.
struct Cost {
    double total = 0;
    std::optional<double> mean;      ///< null where no row with a decision weighs anything
    std::optional<double> expected;  ///< likewise
    std::vector<double> actions;     ///< the weight of the rows on which each action was taken
    double undecided = 0;            ///< the weight of the rows without a decision
};

/// The columns of the matrix must be the classes of the scored predictions in their order
/// (with_class_order()). Throws ArgumentError when they are not, and the errors of check(scored).
Cost cost_of(const ScoredPredictions& scored, const LossMatrix& matrix, const TieRule& ties = {});

}  // namespace pgm
