#include <pgm/model/cpd/kernel_density_cpd.hpp>

#include <pgm/core/detail/normal.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/model/cpd/detail/family_shape.hpp>
#include <pgm/model/cpd/detail/kernel_sum.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
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

double total_weight(const KernelDensityCpd::Row& row) {
    return row.weights.empty() ? static_cast<double>(row.points.size())
                               : std::accumulate(row.weights.begin(), row.weights.end(), 0.0);
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
        const double total = total_weight(row);
        constants_.push_back(
            {total, -std::log(row.bandwidth) - std::log(total) -
                        (kernel == Kernel::gaussian ? log_sqrt_two_pi : std::log(2.0))});
    }
}

std::size_t KernelDensityCpd::parameter_count() const {
    std::size_t count = rows_.size();
    for (const Row& row : rows_) count += row.points.size() + row.weights.size();
    return count;
}

double KernelDensityCpd::log_density(std::size_t row, std::span<const double>, double x) const {
    return kernel_ == Kernel::gaussian ? log_gaussian(row, x) : log_tophat(row, x);
}

double KernelDensityCpd::sample(std::size_t row, std::span<const double>, Rng& rng) const {
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

std::vector<DensityComponent> KernelDensityCpd::kernels(std::size_t number) const {
    const Row& row = rows_[number];
    const bool is_gaussian = kernel_ == Kernel::gaussian;
    const double total = constants_[number].total_weight;
    std::vector<DensityComponent> components;
    components.reserve(row.points.size());
    for (std::size_t i = 0; i < row.points.size(); ++i) {
        components.push_back(
            {.weight = (row.weights.empty() ? 1 : row.weights[i]) / total,
             .mean = row.points[i],
             .sd = is_gaussian ? row.bandwidth : row.bandwidth / std::numbers::sqrt3,
             .shape =
                 is_gaussian ? DensityComponent::Shape::normal : DensityComponent::Shape::uniform});
    }
    return components;
}

double KernelDensityCpd::log_gaussian(std::size_t number, double x) const {
    const Row& row = rows_[number];
    const std::vector<double>& points = row.points;
    const auto after = std::ranges::lower_bound(points, x);
    auto nearest = after == points.end() ? after - 1 : after;
    if (after != points.begin() && x - *(after - 1) < std::abs(x - *nearest)) nearest = after - 1;
    const double a = std::abs(x - *nearest);
    const double k = std::min(0.5 / (row.bandwidth * row.bandwidth), narrowest);
    const double exponent = a * a * k;
    if (!(exponent < infinity)) return -infinity;

    const double weight =
        row.weights.empty() ? 1 : row.weights[static_cast<std::size_t>(nearest - points.begin())];
    const double radius =
        std::sqrt(a * a + (negligible + std::log(constants_[number].total_weight / weight)) / k);
    const auto first = std::lower_bound(points.begin(), nearest, x - radius);
    const auto last = std::upper_bound(nearest, points.end(), x + radius);
    const auto offset = static_cast<std::size_t>(first - points.begin());
    const double sum =
        kernel_sum({.points = points.data() + offset,
                    .weights = row.weights.empty() ? nullptr : row.weights.data() + offset,
                    .count = static_cast<std::size_t>(last - first),
                    .x = x,
                    .a = a,
                    .k = k});
    return std::log(sum) - exponent + constants_[number].log_scale;
}

double KernelDensityCpd::log_tophat(std::size_t number, double x) const {
    const Row& row = rows_[number];
    const std::vector<double>& points = row.points;
    const auto first = std::ranges::partition_point(
        points, [&](double point) { return x - point > row.bandwidth; });
    const auto last = std::partition_point(
        first, points.end(), [&](double point) { return point - x <= row.bandwidth; });
    double sum = static_cast<double>(last - first);
    if (!row.weights.empty()) {
        const auto weight_of = [&](auto point) {
            return row.weights.begin() + (point - points.begin());
        };
        sum = std::accumulate(weight_of(first), weight_of(last), 0.0);
    }
    return std::log(sum) + constants_[number].log_scale;
}

void KernelDensityCpd::check(const ReportNumber& report) const {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const Row& row = rows_[i];
        const auto point =
            std::ranges::find_if_not(row.points, [](double x) { return std::isfinite(x); });
        const auto weight = std::ranges::find_if_not(
            row.weights, [](double w) { return w >= 0 && std::isfinite(w); });
        if (point != row.points.end()) report({i, "point", *point, "a finite number", {}});
        if (weight != row.weights.end())
            report({i, "weight", *weight, "a finite number that is not negative", {}});
        // Squares of larger bandwidths leave the range of doubles.
        constexpr double largest_bandwidth = 1e150;
        if (!is_positive(row.bandwidth))
            report({i, "bandwidth", row.bandwidth, "a positive number", {}});
        if (std::isfinite(row.bandwidth) && row.bandwidth > largest_bandwidth)
            report({i, "bandwidth", row.bandwidth, "at most 1e150", {}});
        const double total = total_weight(row);
        if (!row.weights.empty() && weight == row.weights.end() && !is_positive(total))
            report({i, "sum of weights", total, "a positive number", {}});
    }
}

std::vector<double> KernelDensityCpd::numbers() const {
    std::vector<double> numbers{static_cast<double>(kernel_)};
    for (const Row& row : rows_) {
        numbers.insert(numbers.end(), {row.bandwidth, static_cast<double>(row.points.size()),
                                       row.weights.empty() ? 0.0 : 1.0});
        numbers.insert(numbers.end(), row.points.begin(), row.points.end());
        numbers.insert(numbers.end(), row.weights.begin(), row.weights.end());
    }
    return numbers;
}

KernelDensityCpd KernelDensityCpd::from_numbers(const CpdFamily& family,
                                                std::span<const double> numbers) {
    NumberReader reader(numbers);
    require_no_continuous_parents(family);
    Scope discrete = family.discrete_scope();
    const Kernel kernel = reader.flag() ? Kernel::tophat : Kernel::gaussian;
    std::vector<Row> rows;
    for (std::size_t i = 0; i < discrete.cells(); ++i) {
        Row row{.bandwidth = reader.number()};
        const std::size_t points = reader.count();
        const bool weighted = reader.flag();
        row.points = reader.list(points);
        if (weighted) row.weights = reader.list(points);
        rows.push_back(std::move(row));
    }
    reader.require_end();
    return KernelDensityCpd(family.child, std::move(discrete), kernel, std::move(rows));
}

}  // namespace pgm
