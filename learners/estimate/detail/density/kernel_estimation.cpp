#include <learners/estimate/detail/density/kernel_estimation.hpp>

#include <learners/estimate/bandwidth.hpp>
#include <learners/estimate/detail/density/configuration_points.hpp>
#include <learners/estimate/detail/density/sheather_jones.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::learners::detail {
namespace {

double reference_of(const ConfigurationPoints& given, const KernelRules& rules) {
    const std::optional<double> reference =
        normal_reference_bandwidth(given.points, rules.kernel.variance, rules.spread);
    if (!reference)
        throw ArgumentError(
            "all values of " + given.description + " are equal, which leaves a kernel no width",
            "choose a bandwidth (kde:h=0.1)");
    return *reference;
}

/// Pseudo-counts count as rows for which the reference is right.
double plug_in_bandwidth(std::span<const WeightedPoint> points, double pseudo_counts,
                         double reference) {
    const std::optional<double> h = sheather_jones_bandwidth(points, reference);
    if (!h) return reference;
    const double n = total_weight(points), share = n / (n + pseudo_counts);
    return reference * std::sqrt(share * (*h / reference) * (*h / reference) + (1 - share));
}

double bandwidth_of(const ConfigurationPoints& given, const KernelRules& rules) {
    const KernelRule& kernel = rules.kernel;
    return std::visit(Overloaded{[&](const NormalReference&) { return reference_of(given, rules); },
                                 [](const FixedBandwidth& fixed) { return fixed.h; },
                                 [&](const CrossValidatedBandwidth&) {
                                     return cross_validated_bandwidth(given.points, kernel.kernel,
                                                                      reference_of(given, rules));
                                 },
                                 [&](const SheatherJones&) {
                                     return plug_in_bandwidth(given.points,
                                                              kernel.variance.pseudo_counts,
                                                              reference_of(given, rules));
                                 }},
                      kernel.bandwidth);
}

KernelDensityCpd::Row row_of(const ConfigurationPoints& given, const KernelRules& rules) {
    KernelDensityCpd::Row row;
    bool all_one = true;
    for (const WeightedPoint& point : given.points) {
        row.points.push_back(point.value);
        row.weights.push_back(point.weight.value());
        all_one = all_one && row.weights.back() == 1;
    }
    row.bandwidth = bandwidth_of(given, rules);
    if (all_one) row.weights.clear();
    return row;
}

}  // namespace

std::optional<double> normal_reference_bandwidth(std::span<const WeightedPoint> points,
                                                 const VarianceRule& rule,
                                                 const ColumnSpread& column,
                                                 std::size_t dimensions) {
    const double n = total_weight(points);
    const double variance = std::max(expected_variance(variance_of(points, n), n, rule, column),
                                     variance_floor(rule, column));
    if (!(variance > 0)) return std::nullopt;
    return learners::normal_reference_bandwidth(std::sqrt(variance), n, dimensions);
}

std::vector<KernelDensityCpd::Row> estimate_kernels(const KernelPoints& points,
                                                    const KernelRules& rules) {
    std::vector<KernelDensityCpd::Row> rows;
    for (const ConfigurationPoints& given :
         points_by_configuration(points, rules.spread.mean, rules.empty_rows, rules.schema))
        rows.push_back(row_of(given, rules));
    return rows;
}

}  // namespace pgm::learners::detail
