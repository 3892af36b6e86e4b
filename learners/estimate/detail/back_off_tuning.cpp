#include <learners/estimate/detail/back_off_tuning.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

namespace pgm::learners::detail {
namespace {

constexpr std::array candidates = {0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0};

/// Coordinate descent over the levels from the first on, each of which takes the best of the
/// candidates, of equals the first.
std::vector<double> descend(std::vector<double> strengths, int rounds,
                            const LossOfStrengths& loss) {
    std::map<std::vector<double>, double> known;
    const auto known_loss = [&] {
        const auto [found, is_new] = known.emplace(strengths, 0.0);
        if (is_new) found->second = loss(strengths);
        return found->second;
    };
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t level = 1; level < strengths.size(); ++level) {
            double best = candidates.front(), least = std::numeric_limits<double>::infinity();
            for (const double candidate : candidates) {
                strengths[level] = candidate;
                if (known_loss() >= least) continue;
                least = known_loss();
                best = candidate;
            }
            strengths[level] = best;
        }
    }
    return strengths;
}

/// What is added to the sum of the losses of all rows for strengths that differ from the common
/// ones: as much as a Gaussian prior of ln m around the common one, of variance 1/4, would.
double pull_to(std::span<const double> common, std::span<const double> own) {
    constexpr double pull = 2;
    double sum = 0;
    for (std::size_t level = 0; level < own.size(); ++level) {
        const double distance = std::log(own[level] / common[level]);
        sum += pull * distance * distance;
    }
    return sum;
}

}  // namespace

double leave_one_out_loss(const LeftOutPredictions& rows) {
    double sum = 0, weight = 0;
    for (std::size_t row = 0; row < rows.labels.size(); ++row) {
        sum -= rows.weights[row] * std::max(rows.row(row)[rows.labels[row]], least_left_out_log);
        weight += rows.weights[row];
    }
    return sum / weight;
}

std::vector<double> tune_strengths(std::size_t levels, const LossOfStrengths& loss) {
    constexpr double of_marginal = 1, at_first = 2, deeper = 4;
    constexpr int rounds = 2;
    std::vector<double> strengths(levels, deeper);
    strengths.front() = of_marginal;
    if (strengths.size() > 1) strengths[1] = at_first;
    return descend(std::move(strengths), rounds, loss);
}

std::vector<double> tune_strengths(const LeaveOneOut& rows, std::size_t threads) {
    return tune_strengths(rows.levels(), [&](std::span<const double> tried) {
        const Strengths strengths({tried.begin(), tried.end()});
        return leave_one_out_loss(rows.predict(strengths, threads));
    });
}

Strengths tune_strengths_by_variable(const LeaveOneOut& rows, std::vector<double> common,
                                     std::size_t threads) {
    Strengths strengths(std::move(common));
    const auto weights = rows.weights();
    const double weight = std::accumulate(weights.begin(), weights.end(), 0.0);
    std::vector<double> log_joint = rows.log_joint(strengths, threads);
    for (const auto& [child, levels] : rows.levels_of_children()) {
        const std::span<const double> from = std::span(strengths.common).first(levels);
        rows.add_child(child, from, -1, threads, log_joint);
        const auto loss = [&](std::span<const double> tried) {
            std::vector<double> with = log_joint;
            rows.add_child(child, tried, 1, threads, with);
            return leave_one_out_loss(rows.posteriors(with, threads)) +
                   pull_to(from, tried) / weight;
        };
        std::vector<double> own = descend({from.begin(), from.end()}, 1, loss);
        rows.add_child(child, own, 1, threads, log_joint);
        if (!std::ranges::equal(own, from)) strengths.own.emplace(child, std::move(own));
    }
    return strengths;
}

std::vector<double> tune_strengths(std::span<const LeftOutTable> tables) {
    std::size_t levels = 1;
    for (const LeftOutTable& table : tables) levels = std::max(levels, table.levels());
    return tune_strengths(levels, [&](std::span<const double> strengths) {
        double loss = 0;
        for (const LeftOutTable& table : tables) loss -= table.log_likelihood(strengths);
        return loss;
    });
}

std::vector<double> log_likelihoods(const LeftOutPredictions& rows) {
    std::vector<double> logs;
    for (std::size_t row = 0; row < rows.labels.size(); ++row)
        logs.push_back(rows.row(row)[rows.labels[row]]);
    return logs;
}

}  // namespace pgm::learners::detail
