#include <pgm/classify/decision.hpp>

#include <pgm/core/error.hpp>

#include <algorithm>
#include <cmath>

namespace pgm {
namespace {

bool all_zero(std::span<const double> posterior) {
    return std::ranges::none_of(posterior, [](double p) { return p > 0; });
}

/// Decides for the least of `costs`; cost i is tied if it is at most slack(i) above the least.
template <class Slack>
Decision least(std::span<const double> costs, const TieRule& ties, Slack&& slack) {
    const double best = *std::ranges::min_element(costs);
    Decision decision{.action = std::nullopt, .risk = best};
    for (std::size_t i = 0; i < costs.size(); ++i) {
        if (costs[i] - best > slack(i)) continue;
        decision.tied |= decision.action.has_value();
        if (!decision.action || ties.preferred == i) decision.action = i;
    }
    decision.risk = costs[*decision.action];
    return decision;
}

}  // namespace

std::vector<double> conditional_risks(std::span<const double> posterior, const LossMatrix& matrix) {
    if (posterior.size() != static_cast<std::size_t>(matrix.loss.cols()))
        throw ArgumentError("a loss matrix of " + std::to_string(matrix.loss.cols()) +
                            " classes was given " + std::to_string(posterior.size()) +
                            " probabilities");
    std::vector<double> risks;
    for (Eigen::Index i = 0; i < matrix.loss.rows(); ++i) {
        double risk = 0;
        for (std::size_t j = 0; j < posterior.size(); ++j)
            risk += matrix.loss(i, static_cast<Eigen::Index>(j)) * posterior[j];
        risks.push_back(risk);
    }
    return risks;
}

Decision decide(std::span<const double> posterior, const LossMatrix& matrix, const TieRule& ties) {
    const std::vector<double> risks = conditional_risks(posterior, matrix);
    if (risks.empty() || all_zero(posterior)) return {};
    double largest_share = 0;
    for (std::size_t j = 0; j < posterior.size(); ++j)
        largest_share = std::max(
            largest_share,
            posterior[j] * matrix.loss.col(static_cast<Eigen::Index>(j)).cwiseAbs().maxCoeff());
    Decision decision =
        least(risks, ties, [&](std::size_t) { return ties.tolerance * largest_share; });
    decision.name = matrix.actions[*decision.action];
    return decision;
}

Decision decide(std::span<const double> posterior, const TieRule& ties) {
    if (all_zero(posterior)) return {};
    // Probabilities are compared directly: 1 - P would lose the digits of small ones.
    std::vector<double> costs;
    for (const double p : posterior) costs.push_back(-p);
    Decision decision =
        least(costs, ties, [&](std::size_t i) { return ties.tolerance * posterior[i]; });
    double others = 0;
    for (std::size_t i = 0; i < posterior.size(); ++i)
        if (i != *decision.action) others += posterior[i];
    decision.risk = others;
    return decision;
}

}  // namespace pgm
