#include <learners/estimate/detail/back_off_tuning.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

namespace pgm::learners::detail {
namespace {

/// The mean by weight of -log p of each row, in the order of the rows.
template <class LogOfRow>
double mean_loss(const LeftOutPredictions& rows, LogOfRow&& log_of_row) {
    double sum = 0, weight = 0;
    for (std::size_t row = 0; row < rows.labels.size(); ++row) {
        sum -= rows.weights[row] * std::max(log_of_row(row), least_left_out_log);
        weight += rows.weights[row];
    }
    return sum / weight;
}

/// log of p^exponent / sum p^exponent for the class `label`; -inf where it has probability 0.
double log_of_power(std::span<const double> log_p, std::size_t label, double exponent) {
    if (log_p[label] == -std::numeric_limits<double>::infinity()) return log_p[label];
    double sum = 0;
    for (const double log_of_class : log_p)
        sum += std::exp(exponent * (log_of_class - log_p[label]));
    return -std::log(sum);
}

/// Where f is least in [low, high], to 1e-9, if it falls and then rises.
template <class Function>
double golden_section(double low, double high, Function&& f) {
    const double ratio = (std::sqrt(5.0) - 1) / 2;
    double left = high - ratio * (high - low), right = low + ratio * (high - low);
    double at_left = f(left), at_right = f(right);
    while (high - low > 1e-9) {
        if (at_left <= at_right) {
            high = right;
            right = left;
            at_right = at_left;
            left = high - ratio * (high - low);
            at_left = f(left);
        } else {
            low = left;
            left = right;
            at_left = at_right;
            right = low + ratio * (high - low);
            at_right = f(right);
        }
    }
    return (low + high) / 2;
}

}  // namespace

double leave_one_out_loss(const LeftOutPredictions& rows) {
    return mean_loss(rows, [&](std::size_t row) { return rows.row(row)[rows.labels[row]]; });
}

std::vector<double> tune_strengths(const LeaveOneOut& rows, std::size_t threads) {
    constexpr std::array candidates = {0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0};
    constexpr double of_marginal = 1, at_first = 2, deeper = 4;
    constexpr int rounds = 2;
    std::vector<double> strengths(rows.levels(), deeper);
    strengths.front() = of_marginal;
    if (strengths.size() > 1) strengths[1] = at_first;
    std::map<std::vector<double>, double> known;
    const auto loss = [&] {
        const auto [found, is_new] = known.emplace(strengths, 0.0);
        if (is_new) found->second = leave_one_out_loss(rows.predict(strengths, threads));
        return found->second;
    };
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t level = 1; level < strengths.size(); ++level) {
            double best = candidates.front(), least = std::numeric_limits<double>::infinity();
            for (const double candidate : candidates) {
                strengths[level] = candidate;
                if (loss() >= least) continue;
                least = loss();
                best = candidate;
            }
            strengths[level] = best;
        }
    }
    return strengths;
}

double tune_temperature(const LeftOutPredictions& rows) {
    constexpr double least_exponent = 0.02, largest_exponent = 3;
    constexpr double few_rows = 100, pull = 2;
    double weight = 0;
    for (const double of_row : rows.weights) weight += of_row;
    const auto loss = [&](double log_exponent) {
        const double exponent = std::exp(log_exponent);
        const double mean = mean_loss(rows, [&](std::size_t row) {
            return log_of_power(rows.row(row), rows.labels[row], exponent);
        });
        return weight < few_rows ? mean + pull * log_exponent * log_exponent / weight : mean;
    };
    const double log_exponent =
        golden_section(std::log(least_exponent), std::log(largest_exponent), loss);
    return loss(log_exponent) < loss(0) ? std::exp(-log_exponent) : 1;
}

LeftOutPredictions with_temperature(LeftOutPredictions rows, double temperature) {
    if (temperature == 1) return rows;
    const std::size_t classes = rows.classes();
    std::vector<double> logs(classes);
    for (std::size_t row = 0; row < rows.labels.size(); ++row) {
        const std::span<double> log_p =
            std::span(rows.log_posteriors).subspan(row * classes, classes);
        for (std::size_t k = 0; k < classes; ++k) logs[k] = log_of_power(log_p, k, 1 / temperature);
        std::ranges::copy(logs, log_p.begin());
    }
    return rows;
}

std::vector<double> log_likelihoods(const LeftOutPredictions& rows) {
    std::vector<double> logs;
    for (std::size_t row = 0; row < rows.labels.size(); ++row)
        logs.push_back(rows.row(row)[rows.labels[row]]);
    return logs;
}

}  // namespace pgm::learners::detail
