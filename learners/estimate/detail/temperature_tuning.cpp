#include <learners/estimate/detail/temperature_tuning.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace pgm::learners::detail {
namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();
constexpr double least_exponent = 0.02, largest_exponent = 3;
/// The weight of the squared logarithm of the exponent that is added to the loss.
constexpr double pull = 2;

/// log of p^exponent / sum p^exponent for the class `label`; -inf where it has probability 0.
double log_of_power(std::span<const double> log_p, std::size_t label, double exponent) {
    if (log_p[label] == minus_infinity) return log_p[label];
    double sum = 0;
    for (const double log_of_class : log_p)
        sum += std::exp(exponent * (log_of_class - log_p[label]));
    return -std::log(sum);
}

/// The loss of some of the rows, each by its weight.
double loss_of(const LeftOutPredictions& rows, std::span<const std::size_t> some, double exponent) {
    double sum = 0;
    for (const std::size_t row : some) {
        const double log_p = log_of_power(rows.row(row), rows.labels[row], exponent);
        sum -= rows.weights[row] * std::max(log_p, least_left_out_log);
    }
    return sum;
}

/// Where f is least in [low, high], to 1e-9, if it falls and then rises; less precisely where it
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

/// The logarithm of the exponent under which the loss of a row is least, or `otherwise` if that is
/// no worse.
template <class Loss>
double best_log_exponent(Loss&& loss, double otherwise, const StopToken& stop) {
    const double best =
        golden_section(std::log(least_exponent), std::log(largest_exponent), stop, loss);
    return loss(best) < loss(otherwise) ? best : otherwise;
}

double common_log_exponent(const LeftOutPredictions& rows, const StopToken& stop) {
    constexpr double few_rows = 100;
    std::vector<std::size_t> all(rows.labels.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const double weight = std::accumulate(rows.weights.begin(), rows.weights.end(), 0.0);
    const auto loss = [&](double log_exponent) {
        const double mean = loss_of(rows, all, std::exp(log_exponent)) / weight;
        return weight < few_rows ? mean + pull * log_exponent * log_exponent / weight : mean;
    };
    return best_log_exponent(loss, 0, stop);
}

/// The rows by their most probable class, of equal ones the first. Rows in which every class is
/// impossible are of none.
std::vector<std::vector<std::size_t>> by_most_probable(const LeftOutPredictions& rows) {
    std::vector<std::vector<std::size_t>> groups(rows.classes());
    for (std::size_t row = 0; row < rows.labels.size(); ++row) {
        const std::span<const double> logs = rows.row(row);
        const auto first = std::ranges::max_element(logs);
        if (*first > minus_infinity)
            groups[static_cast<std::size_t>(first - logs.begin())].push_back(row);
    }
    return groups;
}

}  // namespace

Temperature tune_temperature(Calibration calibration, const LeftOutPredictions& rows,
                             const StopToken& stop) {
    if (calibration == Calibration::none) return {};
    const double common = common_log_exponent(rows, stop);
    if (calibration == Calibration::temperature) return Temperature(std::exp(-common));
    std::vector<double> temperatures;
    for (const std::vector<std::size_t>& group : by_most_probable(rows)) {
        const auto loss = [&](double log_exponent) {
            const double from_common = log_exponent - common;
            return loss_of(rows, group, std::exp(log_exponent)) + pull * from_common * from_common;
        };
        temperatures.push_back(std::exp(-best_log_exponent(loss, common, stop)));
    }
    return Temperature(std::move(temperatures));
}

LeftOutPredictions with_temperature(LeftOutPredictions rows, const Temperature& temperature) {
    if (temperature.changes_nothing()) return rows;
    const std::size_t classes = rows.classes();
    for (std::size_t row = 0; row < rows.labels.size(); ++row) {
        const std::span<double> logs =
            std::span(rows.log_posteriors).subspan(row * classes, classes);
        if (*std::ranges::max_element(logs) > minus_infinity) temperature.apply(logs);
    }
    return rows;
}

}  // namespace pgm::learners::detail
