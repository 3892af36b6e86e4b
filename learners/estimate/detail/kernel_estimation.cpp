#include <learners/estimate/detail/kernel_estimation.hpp>

#include <learners/estimate/bandwidth.hpp>
#include <learners/estimate/detail/table_estimation.hpp>
#include <learners/families/model_structure.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace pgm::learners::detail {
namespace {

using WeightedPoints = std::vector<WeightedPoint>;

class KernelEstimator {
public:
    KernelEstimator(const KernelPoints& points, const KernelRules& rules)
        : points_(points), rules_(rules), groups_(points.sorted()) {}

    std::vector<KernelDensityCpd::Row> estimate() const {
        std::vector<KernelDensityCpd::Row> rows;
        for (std::size_t g = 0; g < groups_.size(); ++g)
            rows.push_back(row(groups_[g].empty() ? stand_in(g) : groups_[g], g));
        return rows;
    }

private:
    KernelDensityCpd::Row row(const WeightedPoints& points, std::size_t g) const {
        KernelDensityCpd::Row row;
        bool all_one = true;
        for (const WeightedPoint& point : points) {
            row.points.push_back(point.value);
            row.weights.push_back(point.weight.value());
            all_one = all_one && row.weights.back() == 1;
        }
        row.bandwidth = bandwidth(points, g);
        if (all_one) row.weights.clear();
        return row;
    }

    double bandwidth(const WeightedPoints& points, std::size_t g) const {
        return std::visit(Overloaded{[&](const NormalReference&) { return reference(points, g); },
                                     [](const FixedBandwidth& fixed) { return fixed.h; },
                                     [&](const CrossValidatedBandwidth&) {
                                         return cross_validated_bandwidth(
                                             points, rules_.kernel.kernel, reference(points, g));
                                     }},
                          rules_.kernel.bandwidth);
    }

    double reference(const WeightedPoints& points, std::size_t g) const {
        const std::optional<double> reference =
            normal_reference_bandwidth(points, rules_.kernel.variance, rules_.spread);
        if (!reference)
            throw ArgumentError("all values of '" + child_name() + "'" + given(g) +
                                    " are equal, which leaves a kernel no width",
                                "choose a bandwidth (kde:h=0.1)");
        return *reference;
    }

    WeightedPoints stand_in(std::size_t g) const {
        if (rules_.empty_rows == EmptyRow::error) {
            throw ArgumentError(
                "no row of the data has a value of '" + child_name() + "'" + given(g),
                "choose uniform or marginal for rows without data");
        }
        const ColumnScope& scope = points_.configurations();
        const bool by_class = scope.size() > 0 && scope.variables().front() == class_column;
        if (rules_.empty_rows == EmptyRow::marginal && by_class) {
            const std::size_t count = groups_.size() / scope.cardinalities().front();
            WeightedPoints of_class = together(g / count * count, count);
            if (!of_class.empty()) return of_class;
        }
        WeightedPoints of_column = together(0, groups_.size());
        if (of_column.empty())
            of_column.push_back(
                {rules_.spread.mean,
                 WeightSum::of_count(1)});  // the column has values, but none beside the parents'
        return of_column;
    }

    WeightedPoints together(std::size_t first, std::size_t count) const {
        WeightedPoints all;
        for (std::size_t g = first; g < first + count; ++g)
            all.insert(all.end(), groups_[g].begin(), groups_[g].end());
        merge_equal(all);
        return all;
    }

    std::string child_name() const {
        return printable(rules_.schema[points_.family().child.index()].name());
    }
    std::string given(std::size_t g) const {
        const std::string text = format_configuration(points_.configurations(), g, rules_.schema);
        return text.empty() ? "" : " with " + text;
    }

    const KernelPoints& points_;
    const KernelRules& rules_;
    std::vector<WeightedPoints> groups_;
};

}  // namespace

std::optional<double> normal_reference_bandwidth(std::span<const WeightedPoint> points,
                                                 const VarianceRule& rule,
                                                 const ColumnSpread& column,
                                                 std::size_t dimensions) {
    double n = 0;
    for (const WeightedPoint& point : points) n += point.weight.value();
    const double variance = std::max(expected_variance(variance_of(points, n), n, rule, column),
                                     variance_floor(rule, column));
    if (!(variance > 0)) return std::nullopt;
    return learners::normal_reference_bandwidth(std::sqrt(variance), n, dimensions);
}

std::vector<KernelDensityCpd::Row> estimate_kernels(const KernelPoints& points,
                                                    const KernelRules& rules) {
    return KernelEstimator(points, rules).estimate();
}

}  // namespace pgm::learners::detail
