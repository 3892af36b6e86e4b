#include <pgm/model/cpd/linear_gaussian_cpd.hpp>

#include <pgm/core/detail/normal.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/model/cpd/detail/family_shape.hpp>

#include <cmath>
#include <string>

namespace pgm {

using namespace detail;

LinearGaussianCpd::LinearGaussianCpd(VariableId child, Scope discrete_parents,
                                     std::vector<VariableId> continuous_parents,
                                     std::vector<Row> rows, Tying tying)
    : child_(child),
      discrete_(std::move(discrete_parents)),
      parents_(family_parents(child, discrete_, continuous_parents)),
      rows_(std::move(rows)),
      tying_(tying) {
    require_row_count(rows_.size(), discrete_);
    for (const Row& row : rows_) {
        if (row.slopes.size() != continuous_parents.size()) {
            throw ArgumentError("a row of a linear Gaussian has " +
                                std::to_string(row.slopes.size()) + " slopes for " +
                                std::to_string(continuous_parents.size()) + " continuous parents");
        }
        const bool differs =
            row.slopes != rows_.front().slopes || row.variance != rows_.front().variance;
        if (tying_ == Tying::slopes_and_variance && differs) {
            throw ArgumentError(
                "the rows of a tied linear Gaussian differ in a slope or in the variance");
        }
    }
}

std::size_t LinearGaussianCpd::parameter_count() const {
    const std::size_t slopes_and_variance = continuous_parents().size() + 1;
    return rows_.size() + slopes_and_variance * (tying_ == Tying::none ? rows_.size() : 1);
}

double LinearGaussianCpd::mean(std::size_t row, std::span<const double> parents) const {
    const Row& r = rows_[row];
    double mean = r.intercept;
    for (std::size_t i = 0; i < r.slopes.size(); ++i) mean += r.slopes[i] * parents[i];
    return mean;
}

double LinearGaussianCpd::log_density(std::size_t row, std::span<const double> parents,
                                      double x) const {
    const double center = mean(row, parents), variance = rows_[row].variance;
    if (variance > 0) return normal_log_density(x, center, variance);
    double size = std::abs(x) + std::abs(rows_[row].intercept);
    for (std::size_t i = 0; i < parents.size(); ++i)
        size += std::abs(rows_[row].slopes[i] * parents[i]);
    return std::abs(x - center) <= point_mass_tolerance * size ? infinity : -infinity;
}

double LinearGaussianCpd::sample(std::size_t row, std::span<const double> parents, Rng& rng) const {
    return mean(row, parents) + std::sqrt(rows_[row].variance) * standard_normal(rng);
}

void LinearGaussianCpd::check(const ReportNumber& report) const {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const Row& row = rows_[i];
        if (!std::isfinite(row.intercept))
            report({i, "intercept", row.intercept, "a finite number", {}});
        for (std::size_t k = 0; k < row.slopes.size(); ++k)
            if (!std::isfinite(row.slopes[k]))
                report({i, "slope", row.slopes[k], "a finite number", continuous_parents()[k]});
        if (row.variance != 0 && !is_positive(row.variance))
            report({i, "variance", row.variance, "a positive number or 0", {}});
    }
}

std::vector<double> LinearGaussianCpd::numbers() const {
    std::vector<double> numbers{static_cast<double>(tying_)};
    for (const Row& row : rows_) {
        numbers.push_back(row.intercept);
        numbers.insert(numbers.end(), row.slopes.begin(), row.slopes.end());
        numbers.push_back(row.variance);
    }
    return numbers;
}

LinearGaussianCpd LinearGaussianCpd::from_numbers(const CpdFamily& family,
                                                  std::span<const double> numbers) {
    NumberReader reader(numbers);
    Scope discrete = family.discrete_scope();
    const Tying tying = reader.flag() ? Tying::slopes_and_variance : Tying::none;
    std::vector<Row> rows;
    for (std::size_t i = 0; i < discrete.cells(); ++i) {
        const double intercept = reader.number();
        std::vector<double> slopes = reader.list(family.continuous_parents.size());
        rows.push_back({intercept, std::move(slopes), reader.number()});
    }
    reader.require_end();
    return LinearGaussianCpd(family.child, std::move(discrete), family.continuous_parents,
                             std::move(rows), tying);
}

}  // namespace pgm
