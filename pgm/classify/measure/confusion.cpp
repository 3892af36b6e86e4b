#include <pgm/classify/measure/confusion.hpp>

#include <numeric>

namespace pgm {
namespace {

std::optional<double> ratio(double part, double whole) {
    return whole > 0 ? std::optional(part / whole) : std::nullopt;
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

}  // namespace pgm
