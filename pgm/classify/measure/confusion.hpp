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

/// Measures that distinguish one class from the rest. With TP = counts(k, k):
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

/// Measures over all classes, beside the accuracy, which a large class dominates. With N the weight
/// of all rows, t_k of the rows of class k, and p_k of those predicted as k, where undecided rows
/// are predicted as a class of their own:
///
///     kappa    = (accuracy - e) / (1 - e),   e = sum_k t_k p_k / N^2          (Cohen 1960)
///     mcc      = (correct N - sum_k t_k p_k) / sqrt((N^2 - sum t_k^2) (N^2 - sum p_k^2))
///     balanced = mean of the recalls;   macro F1 = mean of the F1
///
/// mcc is the correlation of truth and prediction (Gorodkin 2004, "Comparing two K-category
/// assignments by a K-category correlation coefficient"; Matthews 1975 for two classes). The means
/// are over the classes that have a value. A measure whose denominator is 0 has none.
struct MatrixScores {
    std::optional<double> kappa;
    std::optional<double> mcc;
    std::optional<double> balanced_accuracy;
    std::optional<double> macro_f1;
};

MatrixScores matrix_scores(const ConfusionMatrix& matrix);

}  // namespace pgm
