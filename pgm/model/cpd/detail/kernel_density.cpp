#include <pgm/model/cpd/detail/kernel_density.hpp>

#include <pgm/core/detail/infinity.hpp>
#include <pgm/core/detail/normal.hpp>
#include <pgm/model/cpd/detail/kernel_sum.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace pgm::detail {
namespace {

/// Replaces 1/(2 h^2) if that is infinite. With so narrow a kernel all distances are either 0 or
/// too large.
constexpr double narrowest = 1e300;

/// Points whose terms together are less than e^-42 < 2^-60 of the nearest point's are left out.
constexpr double negligible = 42;

}  // namespace

KernelDensity::KernelDensity(KernelDensityCpd::Kernel kernel, const KernelDensityCpd::Row& row)
    : row_(&row), kernel_(kernel) {
    total_weight_ = row.weights.empty()
                        ? static_cast<double>(row.points.size())
                        : std::accumulate(row.weights.begin(), row.weights.end(), 0.0);
    log_scale_ = -std::log(row.bandwidth) - std::log(total_weight_) -
                 (kernel == KernelDensityCpd::Kernel::gaussian ? log_sqrt_two_pi : std::log(2.0));
}

double KernelDensity::log_density(double x) const {
    return kernel_ == KernelDensityCpd::Kernel::gaussian ? log_gaussian(x) : log_tophat(x);
}

double KernelDensity::log_gaussian(double x) const {
    const std::vector<double>& points = row_->points;
    const auto after = std::ranges::lower_bound(points, x);
    auto nearest = after == points.end() ? after - 1 : after;
    if (after != points.begin() && x - *(after - 1) < std::abs(x - *nearest)) nearest = after - 1;
    const double a = std::abs(x - *nearest);
    const double k = std::min(0.5 / (row_->bandwidth * row_->bandwidth), narrowest);
    const double exponent = a * a * k;
    if (!(exponent < infinity)) return -infinity;

    const double weight = row_->weights.empty()
                              ? 1
                              : row_->weights[static_cast<std::size_t>(nearest - points.begin())];
    const double radius = std::sqrt(a * a + (negligible + std::log(total_weight_ / weight)) / k);
    const auto first = std::lower_bound(points.begin(), nearest, x - radius);
    const auto last = std::upper_bound(nearest, points.end(), x + radius);
    const auto offset = static_cast<std::size_t>(first - points.begin());
    const double sum =
        kernel_sum({.points = points.data() + offset,
                    .weights = row_->weights.empty() ? nullptr : row_->weights.data() + offset,
                    .count = static_cast<std::size_t>(last - first),
                    .x = x,
                    .a = a,
                    .k = k});
    return std::log(sum) - exponent + log_scale_;
}

double KernelDensity::log_tophat(double x) const {
    const std::vector<double>& points = row_->points;
    const auto first = std::ranges::partition_point(
        points, [&](double point) { return x - point > row_->bandwidth; });
    const auto last = std::partition_point(
        first, points.end(), [&](double point) { return point - x <= row_->bandwidth; });
    double sum = static_cast<double>(last - first);
    if (!row_->weights.empty()) {
        const auto weight_of = [&](auto point) {
            return row_->weights.begin() + (point - points.begin());
        };
        sum = std::accumulate(weight_of(first), weight_of(last), 0.0);
    }
    return std::log(sum) + log_scale_;
}

}  // namespace pgm::detail
