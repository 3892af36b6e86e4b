#include <pgm/classify/measure/scored_predictions.hpp>

#include <pgm/core/error.hpp>

namespace pgm {

Cost cost_of(const ScoredPredictions& scored, const LossMatrix& matrix, const TieRule& ties) {
    check(scored);
    check(matrix);
    if (matrix.classes != scored.classes)
        throw ArgumentError(
            "the classes of the loss matrix are not those of the scored predictions",
            "with_class_order() puts its columns in order");
    Cost cost{.actions = std::vector<double>(matrix.actions.size(), 0.0)};
    double weight = 0, expected = 0;
    for (std::size_t row = 0; row < scored.rows(); ++row) {
        const Decision decision = decide(scored.probability(row), matrix, ties);
        if (!decision.action) {
            cost.undecided += scored.weight(row);
            continue;
        }
        const auto action = static_cast<Eigen::Index>(*decision.action);
        const auto truth = static_cast<Eigen::Index>(scored.truth[row]);
        weight += scored.weight(row);
        expected += scored.weight(row) * decision.risk;
        cost.total += scored.weight(row) * matrix.loss(action, truth);
        cost.actions[*decision.action] += scored.weight(row);
    }
    if (!(weight > 0)) return cost;
    cost.mean = cost.total / weight;
    cost.expected = expected / weight;
    return cost;
}

}  // namespace pgm
