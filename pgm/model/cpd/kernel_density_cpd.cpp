#include <pgm/model/cpd/kernel_density_cpd.hpp>

#include <pgm/core/detail/infinity.hpp>
#include <pgm/core/detail/normal.hpp>
#include <pgm/core/error.hpp>
#include <pgm/model/cpd/detail/continuous_family.hpp>
#include <pgm/model/cpd/detail/kernel_sum.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pgm {

using namespace detail;

namespace {

/// Removes points of weight 0, unless all have weight 0.
void drop_weightless(KernelDensityCpd::Row& row) {
    std::size_t kept = 0;
    if (std::ranges::all_of(row.weights, [](double w) { return w == 0; })) return;
    for (std::size_t i = 0; i < row.weights.size(); ++i) {
        if (row.weights[i] == 0) continue;
        row.points[kept] = row.points[i];
        row.weights[kept++] = row.weights[i];
    }
    row.points.resize(kept);
    row.weights.resize(kept);
}

/// Sorts the points, each with its weight. NaN, which NetworkBuilder reports, goes last.
void sort_points(KernelDensityCpd::Row& row) {
    const auto less = [](double a, double b) { return a < b || (b != b && a == a); };
    if (std::ranges::is_sorted(row.points, less)) return;
    std::vector<std::size_t> order(row.points.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(
        order, [&](std::size_t a, std::size_t b) { return less(row.points[a], row.points[b]); });
    const auto reordered = [&](const std::vector<double>& values) {
        std::vector<double> sorted;
        for (const std::size_t i : order) sorted.push_back(values[i]);
        return sorted;
    };
    row.points = reordered(row.points);
    if (!row.weights.empty()) row.weights = reordered(row.weights);
}

/// Replaces 1/(2 h^2) if that is infinite. With so narrow a kernel all distances are either 0 or
/// too large.
constexpr double narrowest = 1e300;

/// Points whose terms together are less than e^-42 < 2^-60 of the nearest point's are left out.
constexpr double negligible = 42;

}  // namespace

KernelDensityCpd::KernelDensityCpd(VariableId child, Scope discrete_parents, Kernel kernel,
                                   std::vector<Row> rows)
    : child_(child),
      discrete_(std::move(discrete_parents)),
      kernel_(kernel),
      rows_(std::move(rows)) {
    family_parents(child, discrete_, {});
    require_row_count(rows_.size(), discrete_);
    for (Row& row : rows_) {
        if (row.points.empty())
            throw ArgumentError(
                "a kernel density needs at least one point per configuration of its parents");
        if (!row.weights.empty() && row.weights.size() != row.points.size()) {
            throw ArgumentError("a kernel density has " + std::to_string(row.weights.size()) +
                                " weights for " + std::to_string(row.points.size()) + " points");
        }
        drop_weightless(row);
        sort_points(row);
    }
}

std::size_t KernelDensityCpd::parameter_count() const {
    std::size_t count = rows_.size();
    for (const Row& row : rows_) count += row.points.size() + row.weights.size();
    return count;
}

double KernelDensityCpd::log_density(std::size_t row, double x) const {
    return KernelDensity(kernel_, rows_[row]).log_density(x);
}

double KernelDensityCpd::sample(std::size_t row, Rng& rng) const {
    const Row& r = rows_[row];
    const double choice = rng.uniform(), noise = rng.uniform() + 0x1p-54;
    std::size_t i =
        std::min(static_cast<std::size_t>(choice * static_cast<double>(r.points.size())),
                 r.points.size() - 1);
    if (!r.weights.empty()) {
        double left = choice * std::accumulate(r.weights.begin(), r.weights.end(), 0.0);
        for (std::size_t k = i = 0; k < r.points.size() && left >= 0; left -= r.weights[k++]) {
            if (r.weights[k] > 0) i = k;
        }
    }
    return r.points[i] +
           r.bandwidth * (kernel_ == Kernel::gaussian ? normal_quantile(noise) : 2 * noise - 1);
}

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

}  // namespace pgm
