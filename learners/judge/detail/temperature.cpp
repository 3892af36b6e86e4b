#include <learners/judge/detail/temperature.hpp>

#include <pgm/core/numbers.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace pgm::learners::detail {
namespace {

constexpr double least_exponent = 0.02, largest_exponent = 3;
/// The weight of the squared logarithm of the exponent that is added to the loss.
constexpr double pull = 2;

/// log of p^exponent / sum p^exponent for the class `label`; -inf where it has probability 0.
double log_of_power(std::span<const double> log_p, std::size_t label, double exponent) {
    if (log_p[label] == -infinity) return log_p[label];
    double sum = 0;
    for (const double log_of_class : log_p)
        sum += std::exp(exponent * (log_of_class - log_p[label]));
    return -std::log(sum);
}

/// The loss of the rows, each by its weight.
double loss_of(const OutOfFold& rows, double exponent) {
    double sum = 0;
    for (std::size_t row = 0; row < rows.labels.size(); ++row) {
        const double log_p = log_of_power(rows.row(row), rows.labels[row], exponent);
        sum -= rows.weights[row] * std::max(log_p, least_log_likelihood);
    }
    return sum;
}

/// The minimum of f in [low, high], to 1e-9, if it falls and then rises; less precisely where it
/// was stopped.
template <class Function>
double golden_section(double low, double high, const StopToken& stop, Function&& f) {
    const double ratio = (std::sqrt(5.0) - 1) / 2;
    double left = high - ratio * (high - low), right = low + ratio * (high - low);
    double at_left = f(left), at_right = f(right);
    while (high - low > 1e-9 && !stop.requested()) {
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

Temperature tune_temperature(const OutOfFold& rows, const StopToken& stop) {
    constexpr double few_rows = 100;
    const double weight = std::accumulate(rows.weights.begin(), rows.weights.end(), 0.0);
    const auto loss = [&](double log_exponent) {
        const double mean = loss_of(rows, std::exp(log_exponent)) / weight;
        return weight < few_rows ? mean + pull * log_exponent * log_exponent / weight : mean;
    };
    const double best =
        golden_section(std::log(least_exponent), std::log(largest_exponent), stop, loss);
    return Temperature(loss(best) < loss(0) ? std::exp(-best) : 1);
}

OutOfFold with_temperature(OutOfFold rows, const Temperature& temperature) {
    if (temperature.changes_nothing()) return rows;
    const std::size_t classes = rows.classes();
    for (std::size_t row = 0; row < rows.labels.size(); ++row) {
        const std::span<double> logs =
            std::span(rows.log_posteriors).subspan(row * classes, classes);
        if (*std::ranges::max_element(logs) > -infinity) temperature.apply(logs);
    }
    return rows;
}

}  // namespace pgm::learners::detail
