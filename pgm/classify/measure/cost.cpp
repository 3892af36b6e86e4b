#include <pgm/classify/measure/cost.hpp>

#include <pgm/core/error.hpp>

namespace pgm {

Cost cost_of(const Outcomes& outcomes, const LossMatrix& matrix, const TieRule& ties) {
    check(outcomes);
    check(matrix);
    if (matrix.classes != outcomes.classes)
        throw ArgumentError("the classes of the loss matrix are not those of the outcomes",
                            "with_class_order() puts its columns in order");
    Cost cost{.actions = std::vector<double>(matrix.actions.size(), 0.0)};
    double weight = 0, expected = 0;
    for (std::size_t row = 0; row < outcomes.rows(); ++row) {
        const Decision decision = decide(outcomes.probability(row), matrix, ties);
        if (!decision.action) {
            cost.undecided += outcomes.weight(row);
            continue;
        }
        const auto action = static_cast<Eigen::Index>(*decision.action);
        const auto truth = static_cast<Eigen::Index>(outcomes.truth[row]);
        weight += outcomes.weight(row);
        expected += outcomes.weight(row) * decision.risk;
        cost.total += outcomes.weight(row) * matrix.loss(action, truth);
        cost.actions[*decision.action] += outcomes.weight(row);
    }
    if (!(weight > 0)) return cost;
    cost.mean = cost.total / weight;
    cost.expected = expected / weight;
    return cost;
}

}  // namespace pgm
