#include <learners/estimate/detail/density/kernel_points.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgm::learners::detail {

std::vector<std::size_t> cells_of_rows(const Dataset& data, std::span<const ColumnId> columns,
                                       const ColumnScope& scope) {
    std::vector<std::size_t> cells(data.rows(), 0);
    for (std::size_t axis = 0; axis < scope.size(); ++axis) {
        const std::size_t stride = scope.strides()[axis];
        visit_codes(data.column(columns[scope.variables()[axis].index()]), [&](const auto& codes) {
            using Code = typename std::decay_t<decltype(codes)>::value_type;
            for (std::size_t row = 0; row < codes.size(); ++row) {
                if (codes[row] == missing_code<Code>) cells[row] = unknown_cell;
                if (cells[row] != unknown_cell) cells[row] += codes[row] * stride;
            }
        });
    }
    return cells;
}

KernelPoints::KernelPoints(Family family, std::span<const Variable> schema)
    : family_(std::move(family)),
      configurations_(scope_of(family_.parents, schema)),
      points_(configurations_.cells()) {}

void KernelPoints::add(const Dataset& data, std::span<const ColumnId> columns) {
    const std::vector<std::size_t> configuration = cells_of_rows(data, columns, configurations_);
    const auto& values = std::get<RealCells>(data.column(columns[family_.child.index()]).cells);
    const std::span<const double> weights = data.weights();
    for (std::size_t row = 0; row < values.size(); ++row) {
        if (configuration[row] == unknown_cell || std::isnan(values[row])) continue;
        const WeightSum weight =
            weights.empty() ? WeightSum::of_count(1) : WeightSum::of(weights[row]);
        if (!weight.is_zero())
            points_[configuration[row]].push_back({values[row] + 0.0, weight});  // -0 is 0
    }
}

std::vector<std::vector<WeightedPoint>> KernelPoints::sorted() const {
    std::vector<std::vector<WeightedPoint>> all = points_;
    for (std::vector<WeightedPoint>& points : all) merge_equal(points);
    return all;
}

void merge_equal(std::vector<WeightedPoint>& points) {
    std::sort(points.begin(), points.end(),
              [](const WeightedPoint& a, const WeightedPoint& b) { return a.value < b.value; });
    merge_neighbours(points, [](const WeightedPoint& point) { return point.value; });
}

double variance_of(std::span<const WeightedPoint> points, double n) {
    double mean = 0;
    for (const WeightedPoint& point : points) mean += point.weight.value() / n * point.value;
    double squares = 0, rest = 0;
    for (const WeightedPoint& point : points) {
        const double deviation = point.value - mean;
        squares += point.weight.value() * deviation * deviation;
        rest += point.weight.value() * deviation;
    }
    return std::max(0.0, (squares - rest * rest / n) / n);
}

}  // namespace pgm::learners::detail
