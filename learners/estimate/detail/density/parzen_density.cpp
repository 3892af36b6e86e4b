#include <learners/estimate/detail/density/parzen_density.hpp>

#include <learners/estimate/detail/density/hidden_variable.hpp>
#include <learners/estimate/detail/density/kernel_estimation.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <cmath>
#include <utility>

namespace pgm::learners::detail {

ParzenDensity::ParzenDensity(std::vector<ParzenPoint> points, std::size_t classes,
                             const Rules& rules)
    : points_(std::move(points)), classes_(classes), kernel_(rules.kernel.kernel) {
    if (points_.empty())
        throw ArgumentError(
            "no row has a class and a value of every continuous feature, which parzen needs of its "
            "points");
    if (std::holds_alternative<CrossValidatedBandwidth>(rules.kernel.bandwidth))
        throw ArgumentError("parzen does not choose its bandwidth by cross-validation",
                            "choose kde, or give it one (kde:h=0.1)");
    if (std::holds_alternative<SheatherJones>(rules.kernel.bandwidth))
        throw ArgumentError(
            "the bandwidth sj is that of a single feature, and parzen has a density of all",
            "choose kde, or give it one (kde:h=0.1)");
    const std::size_t features = points_.front().values.size();
    bandwidths_.assign(classes * features, 0.0);
    std::vector<char> has_points(classes, 0);
    for (const ParzenPoint& point : points_) has_points[point.class_state] = 1;
    for (std::uint32_t k = 0; k < classes; ++k) {
        if (has_points[k] == 0) continue;
        for (std::size_t j = 0; j < features; ++j)
            bandwidths_[k * features + j] = bandwidth(k, j, rules);
    }
}

double ParzenDensity::bandwidth(std::uint32_t class_state, std::size_t feature,
                                const Rules& rules) const {
    if (const auto* const fixed = std::get_if<FixedBandwidth>(&rules.kernel.bandwidth))
        return fixed->h;
    std::vector<WeightedPoint> values;
    for (const ParzenPoint& point : points_) {
        if (point.class_state == class_state)
            values.push_back({point.values[feature], point.weight});
    }
    merge_equal(values);
    const std::optional<double> reference = normal_reference_bandwidth(
        values, rules.kernel.variance, rules.spreads[feature], rules.spreads.size());
    if (!reference) {
        throw ArgumentError("all values of '" + printable(rules.names[feature]) +
                                "' in a class are equal, which leaves a kernel no width",
                            "choose a bandwidth (kde:h=0.1)");
    }
    return *reference;
}

Variable ParzenDensity::point_variable(std::span<const Variable> taken) const {
    return hidden_variable("point", points_.size(), taken);
}

TableCpd ParzenDensity::point_given_class(VariableId class_id, VariableId point_id) const {
    std::vector<WeightSum> weights(classes_);
    for (const ParzenPoint& point : points_) weights[point.class_state] += point.weight;
    std::vector<double> cells(classes_ * points_.size(), 0.0);
    for (std::size_t k = 0; k < classes_; ++k) {
        for (std::size_t i = 0; i < points_.size(); ++i) {
            double& cell = cells[k * points_.size() + i];
            if (weights[k].is_zero())
                cell = 1 / static_cast<double>(points_.size());
            else if (points_[i].class_state == k)
                cell = points_[i].weight.value() / weights[k].value();
        }
    }
    return TableCpd(Scope({class_id, point_id}, {classes_, points_.size()}), cells);
}

Cpd ParzenDensity::value_given_point(std::size_t feature, VariableId child,
                                     VariableId point_id) const {
    const std::size_t features = bandwidths_.size() / classes_;
    const auto bandwidth_of = [&](const ParzenPoint& point) {
        return bandwidths_[point.class_state * features + feature];
    };
    const Scope scope({point_id}, {points_.size()});
    if (kernel_ == KernelDensityCpd::Kernel::gaussian) {
        std::vector<LinearGaussianCpd::Row> rows;
        for (const ParzenPoint& point : points_)
            rows.push_back({point.values[feature], {}, bandwidth_of(point) * bandwidth_of(point)});
        return LinearGaussianCpd(child, scope, {}, std::move(rows));
    }
    std::vector<KernelDensityCpd::Row> rows;
    for (const ParzenPoint& point : points_)
        rows.push_back({{point.values[feature]}, {}, bandwidth_of(point)});
    return KernelDensityCpd(child, scope, kernel_, std::move(rows));
}

}  // namespace pgm::learners::detail
