#include <pgm/model/cpd/linear_gaussian_cpd.hpp>

#include <pgm/core/detail/normal.hpp>
#include <pgm/core/error.hpp>
#include <pgm/model/cpd/detail/continuous_family.hpp>

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
    return normal_log_density(x, mean(row, parents), rows_[row].variance);
}

double LinearGaussianCpd::sample(std::size_t row, std::span<const double> parents, Rng& rng) const {
    return mean(row, parents) + std::sqrt(rows_[row].variance) * standard_normal(rng);
}

}  // namespace pgm
