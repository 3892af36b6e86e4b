#include <pgm/model/kernel_density.hpp>

#include <pgm/core/normal.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace pgm {

using Kernel = KernelDensityCpd::Kernel;

KernelDensity::KernelDensity(Kernel kernel, const KernelDensityCpd::Row& row) : row_(row), kernel_(kernel) {
    const double total = row.weights.empty() ? static_cast<double>(row.points.size()) : std::accumulate(row.weights.begin(), row.weights.end(), 0.0);
    log_scale_ = -std::log(row.bandwidth) - std::log(total) - (kernel == Kernel::gaussian ? log_sqrt_two_pi : std::log(2.0));
}

double KernelDensity::log_density(double x) const {
    return kernel_ == Kernel::gaussian ? log_gaussian(x) : log_tophat(x);
}

double KernelDensity::log_gaussian(double x) const {
    const std::vector<double>& points = row_.points;
    const auto weight = [&](std::size_t i) { return row_.weights.empty() ? 1.0 : row_.weights[i]; };
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (weight(i) > 0) nearest = std::min(nearest, std::abs((x - points[i]) / row_.bandwidth));
    }
    double sum = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double z = std::abs((x - points[i]) / row_.bandwidth);
        sum += weight(i) * std::exp(0.5 * (nearest - z) * (nearest + z));
    }
    return std::log(sum) - 0.5 * nearest * nearest + log_scale_;
}

double KernelDensity::log_tophat(double x) const {
    double sum = 0;
    for (std::size_t i = 0; i < row_.points.size(); ++i) {
        if (std::abs(x - row_.points[i]) <= row_.bandwidth) sum += row_.weights.empty() ? 1.0 : row_.weights[i];
    }
    return std::log(sum) + log_scale_;
}

}  // namespace pgm
