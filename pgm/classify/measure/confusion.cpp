#include <pgm/classify/measure/confusion.hpp>

#include <cmath>
#include <numeric>

namespace pgm {
namespace {

std::optional<double> ratio(double part, double whole) {
    return whole > 0 ? std::optional(part / whole) : std::nullopt;
}

/// The macro average: the mean over the classes for which the measure is defined.
std::optional<double> mean_of(const std::vector<ClassScores>& scores,
                              std::optional<double> ClassScores::*measure) {
    double sum = 0, count = 0;
    for (const ClassScores& of_class : scores) {
        if (!(of_class.*measure)) continue;
        sum += *(of_class.*measure);
        ++count;
    }
    return ratio(sum, count);
}

}  // namespace

double ConfusionMatrix::total() const {
    return std::accumulate(undecided.begin(), undecided.end(), counts.sum());
}

ConfusionMatrix confusion_matrix(const ScoredPredictions& scored) {
    const auto classes = static_cast<Eigen::Index>(scored.classes.size());
    ConfusionMatrix matrix{.classes = scored.classes,
                           .counts = Eigen::MatrixXd::Zero(classes, classes),
                           .undecided = std::vector<double>(scored.classes.size(), 0.0)};
    for (std::size_t row = 0; row < scored.rows(); ++row) {
        const std::uint32_t truth = scored.truth[row], predicted = scored.predicted[row];
        (predicted == ScoredPredictions::undecided ? matrix.undecided[truth]
                                                   : matrix.counts(truth, predicted)) +=
            scored.weight(row);
    }
    return matrix;
}

double accuracy(const ConfusionMatrix& matrix) {
    const double total = matrix.total();
    return total > 0 ? matrix.correct() / total : 0.0;
}

double accuracy(const ScoredPredictions& scored) {
    double correct = 0;
    for (std::size_t row = 0; row < scored.rows(); ++row)
        if (scored.truth[row] == scored.predicted[row]) correct += scored.weight(row);
    const double total = total_weight(scored);
    return total > 0 ? correct / total : 0.0;
}

std::vector<ClassScores> class_scores(const ConfusionMatrix& matrix) {
    std::vector<ClassScores> scores;
    for (Eigen::Index k = 0; k < matrix.counts.rows(); ++k) {
        const double hits = matrix.counts(k, k), predicted = matrix.counts.col(k).sum();
        const double rows =
            matrix.counts.row(k).sum() + matrix.undecided[static_cast<std::size_t>(k)];
        scores.push_back(
            {ratio(hits, predicted), ratio(hits, rows), ratio(2 * hits, predicted + rows), rows});
    }
    return scores;
}

MatrixScores matrix_scores(const ConfusionMatrix& matrix) {
    const std::vector<ClassScores> classes = class_scores(matrix);
    // Shares of all rows, so that no square overflows.
    const double total = matrix.total();
    double chance = 0, truth_squares = 0, predicted_squares = 0, undecided = 0;
    for (std::size_t k = 0; k < classes.size(); ++k) {
        const double truth = classes[k].rows / total;
        const double predicted = matrix.counts.col(static_cast<Eigen::Index>(k)).sum() / total;
        chance += truth * predicted;
        truth_squares += truth * truth;
        predicted_squares += predicted * predicted;
        undecided += matrix.undecided[k] / total;
    }
    predicted_squares += undecided * undecided;
    const double gain = accuracy(matrix) - chance;
    return {.kappa = ratio(gain, 1 - chance),
            .mcc = ratio(gain, std::sqrt((1 - truth_squares) * (1 - predicted_squares))),
            .balanced_accuracy = mean_of(classes, &ClassScores::recall),
            .macro_f1 = mean_of(classes, &ClassScores::f1)};
}

}  // namespace pgm
