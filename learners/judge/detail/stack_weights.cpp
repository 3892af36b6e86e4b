#include <learners/judge/detail/stack_weights.hpp>

#include <learners/judge/detail/out_of_fold.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace pgm::learners::detail {
namespace {

constexpr double least_weight = 0.001, pseudo_counts = 2;

/// P_m(class | row), members next to each other, each row divided by the largest: the maximum is
/// the same, and nothing underflows.
std::vector<double> likelihoods(std::span<const std::vector<double>> logs, std::size_t rows) {
    std::vector<double> all;
    all.reserve(rows * logs.size());
    for (std::size_t i = 0; i < rows; ++i) {
        double largest = least_log_likelihood;
        for (const std::vector<double>& member : logs) largest = std::max(largest, member[i]);
        for (const std::vector<double>& member : logs)
            all.push_back(std::exp(std::max(member[i], least_log_likelihood) - largest));
    }
    return all;
}

/// One step of expectation maximisation; what it maximises, per row, as it was before.
double step(std::span<const double> likelihoods, std::span<const double> row_weights,
            std::vector<double>& weights) {
    std::vector<double> shares(weights.size(), 0.0);
    double log_posterior = 0, total = 0;
    for (std::size_t i = 0; i < row_weights.size(); ++i) {
        const std::span<const double> row = likelihoods.subspan(i * weights.size(), weights.size());
        double sum = 0;
        for (std::size_t m = 0; m < row.size(); ++m) sum += weights[m] * row[m];
        for (std::size_t m = 0; m < row.size(); ++m)
            shares[m] += row_weights[i] * weights[m] * row[m] / sum;
        log_posterior += row_weights[i] * std::log(sum);
        total += row_weights[i];
    }
    double all = 0;
    for (std::size_t m = 0; m < weights.size(); ++m) {
        if (weights[m] == 0) continue;
        log_posterior += pseudo_counts * std::log(weights[m]);
        shares[m] += pseudo_counts;
        all += shares[m];
    }
    for (std::size_t m = 0; m < weights.size(); ++m) weights[m] = shares[m] / all;
    return log_posterior / total;
}

/// Weights of 0 stay 0.
void maximise(std::span<const double> likelihoods, std::span<const double> row_weights,
              std::vector<double>& weights, const StopToken& stop) {
    constexpr int most_steps = 2000;
    constexpr double least_gain = 1e-9;
    double before = step(likelihoods, row_weights, weights);
    for (int i = 1; i < most_steps && !stop.requested(); ++i) {
        const double now = step(likelihoods, row_weights, weights);
        if (now - before < least_gain) return;
        before = now;
    }
}

}  // namespace

std::vector<double> stack_weights(std::span<const std::vector<double>> log_likelihoods,
                                  std::span<const double> row_weights, const StopToken& stop) {
    std::size_t rows = row_weights.size();
    for (const std::vector<double>& member : log_likelihoods) rows = std::min(rows, member.size());
    const std::vector<double> all = likelihoods(log_likelihoods, rows);
    const std::size_t members = log_likelihoods.size();
    std::vector<double> weights(members, 1 / static_cast<double>(members));
    maximise(all, row_weights.first(rows), weights, stop);
    double kept = 0;
    for (double& weight : weights) kept += weight < least_weight ? (weight = 0) : weight;
    for (double& weight : weights) weight /= kept;
    maximise(all, row_weights.first(rows), weights, stop);
    return weights;
}

}  // namespace pgm::learners::detail
