#pragma once

#include <pgm/classify/measure/scored_predictions.hpp>

#include <optional>
#include <string>
#include <vector>

namespace pgm {

/// How often each class was taken for each: counts(t, p) is the weight of the rows of true class t
/// that were predicted as p.
///
/// Rows that were left undecided stand in no column; they are counted per true class beside the
/// matrix, and as wrong.
struct ConfusionMatrix {
    std::vector<std::string> classes;
    Eigen::MatrixXd counts;         ///< rows truth, columns prediction
    std::vector<double> undecided;  ///< per true class

    double total() const;
    double correct() const { return counts.trace(); }
};

ConfusionMatrix confusion_matrix(const ScoredPredictions& scored);

/// Correct rows divided by all; 0 of none. Of scored predictions it needs no matrix, whose cells
/// may be far more than the rows of a fold.
double accuracy(const ConfusionMatrix& matrix);
double accuracy(const ScoredPredictions& scored);

/// How well one class is told from the rest, with TP = counts(k, k):
///
///     precision = TP / rows predicted as k
///     recall    = TP / rows of class k
///     F1        = 2 TP / (rows predicted as k + rows of class k)
///
/// A measure whose denominator is 0 has no value: nothing was predicted as k, or no row is of class
/// k.
struct ClassScores {
    std::optional<double> precision;
    std::optional<double> recall;
    std::optional<double> f1;
    double rows = 0;  ///< weight of the rows of the class
};

/// One per class, in state order.
std::vector<ClassScores> class_scores(const ConfusionMatrix& matrix);

}  // namespace pgm
