#include <pgm/model/cpd/kernel_density_cpd.hpp>

#include <pgm/core/detail/normal.hpp>
#include <pgm/core/error.hpp>
#include <pgm/model/cpd/detail/continuous_family.hpp>
#include <pgm/model/cpd/detail/kernel_density.hpp>

#include <algorithm>
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

}  // namespace pgm
