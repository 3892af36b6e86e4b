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

ConfusionMatrix confusion_matrix(const Outcomes& outcomes) {
    const auto classes = static_cast<Eigen::Index>(outcomes.classes.size());
    ConfusionMatrix matrix{.classes = outcomes.classes,
                           .counts = Eigen::MatrixXd::Zero(classes, classes),
                           .undecided = std::vector<double>(outcomes.classes.size(), 0.0)};
    for (std::size_t row = 0; row < outcomes.rows(); ++row) {
        const std::uint32_t truth = outcomes.truth[row], predicted = outcomes.predicted[row];
        (predicted == Outcomes::undecided ? matrix.undecided[truth]
                                          : matrix.counts(truth, predicted)) +=
            outcomes.weight(row);
    }
    return matrix;
}

double accuracy(const ConfusionMatrix& matrix) {
    const double total = matrix.total();
    return total > 0 ? matrix.correct() / total : 0.0;
}

double accuracy(const Outcomes& outcomes) {
    double correct = 0;
    for (std::size_t row = 0; row < outcomes.rows(); ++row)
        if (outcomes.truth[row] == outcomes.predicted[row]) correct += outcomes.weight(row);
    const double total = total_weight(outcomes);
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
