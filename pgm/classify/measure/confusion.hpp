#pragma once

#include <pgm/classify/measure/scored_predictions.hpp>

#include <optional>
#include <string>
#include <vector>

namespace pgm {

/// The confusion matrix: counts(t, p) is the weight of the rows of true class t that were predicted
/// as p.
///
/// Undecided rows are in no column. They are counted per true class beside the matrix, and they
/// count as wrong.
struct ConfusionMatrix {
    std::vector<std::string> classes;
    Eigen::MatrixXd counts;         ///< rows truth, columns prediction
    std::vector<double> undecided;  ///< per true class

    double total() const;
    double correct() const { return counts.trace(); }
};

ConfusionMatrix confusion_matrix(const ScoredPredictions& scored);

/// The weight of the correct rows divided by that of all rows; 0 for no rows. The second form needs
/// no matrix, which may have far more cells than a fold has rows.
double accuracy(const ConfusionMatrix& matrix);
double accuracy(const ScoredPredictions& scored);

/// How well one class is distinguished from the rest. With TP = counts(k, k):
///
///     precision = TP / rows predicted as k
///     recall    = TP / rows of class k
///     F1        = 2 TP / (rows predicted as k + rows of class k)
///
/// A measure whose denominator is 0 has no value.
struct ClassScores {
    std::optional<double> precision;
    std::optional<double> recall;
    std::optional<double> f1;
    double rows = 0;  ///< weight of the rows of the class
};

/// The scores of all classes in state order.
std::vector<ClassScores> class_scores(const ConfusionMatrix& matrix);

}  // namespace pgm
