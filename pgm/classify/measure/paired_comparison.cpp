#include <pgm/classify/measure/comparison.hpp>

#include <pgm/classify/measure/evaluation.hpp>
#include <pgm/core/error.hpp>

#include <boost/math/distributions/students_t.hpp>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace pgm {

PairedComparison compare(std::span<const double> first, std::span<const double> second,
                         double test_to_train_ratio) {
    if (first.size() != second.size())
        throw ArgumentError("a paired comparison of " + std::to_string(first.size()) +
                            " folds with " + std::to_string(second.size()));
    if (first.size() < 2) throw ArgumentError("a paired comparison needs at least two folds");
    if (!(test_to_train_ratio > 0) || !std::isfinite(test_to_train_ratio))
        throw ArgumentError("a paired comparison needs test and training rows on every fold");
    std::vector<double> differences;
    for (std::size_t j = 0; j < first.size(); ++j) differences.push_back(first[j] - second[j]);

    const auto folds = static_cast<double>(differences.size());
    PairedComparison result{
        .mean_difference = std::accumulate(differences.begin(), differences.end(), 0.0) / folds,
        .folds = differences.size()};
    const double deviation = standard_deviation(differences);
    if (deviation == 0) {
        if (result.mean_difference == 0) return result;
        result.t = std::copysign(std::numeric_limits<double>::infinity(), result.mean_difference);
        result.p_value = 0;
        return result;
    }
    result.t = result.mean_difference / (deviation * std::sqrt(1 / folds + test_to_train_ratio));
    result.p_value = 2 * boost::math::cdf(boost::math::complement(
                             boost::math::students_t(folds - 1), std::abs(result.t)));
    return result;
}

}  // namespace pgm
