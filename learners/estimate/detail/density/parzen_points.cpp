#include <learners/estimate/detail/density/parzen_points.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

namespace pgm::learners::detail {
namespace {

/// The position of each of `wanted` among `all`.
std::vector<std::size_t> positions(std::span<const ColumnId> all,
                                   std::span<const ColumnId> wanted) {
    std::vector<std::size_t> places;
    for (const ColumnId column : wanted)
        places.push_back(
            static_cast<std::size_t>(std::find(all.begin(), all.end(), column) - all.begin()));
    return places;
}

}  // namespace

void ParzenPoints::add(const Dataset& data, std::span<const ColumnId> columns) {
    const Column& labels = data.column(columns[class_column.index()]);
    std::vector<const RealCells*> numbers;
    for (const ColumnId feature : features_) {
        const Column& column = data.column(columns[feature.index()]);
        numbers.push_back(&std::get<RealCells>(column.cells));
    }
    const std::span<const double> weights = data.weights();
    for (std::size_t row = 0; row < data.rows(); ++row) {
        const std::optional<StateId> label = labels.state(row);
        const WeightSum weight =
            weights.empty() ? WeightSum::of_count(1) : WeightSum::of(weights[row]);
        if (!label || weight.is_zero()) continue;
        classes_.push_back(label->value);
        weights_.push_back(weight);
        for (const RealCells* column : numbers) values_.push_back((*column)[row] + 0.0);  // -0 is 0
    }
}

std::vector<ParzenPoint> ParzenPoints::sorted(std::span<const ColumnId> features) const {
    const std::vector<std::size_t> places = positions(features_, features);
    std::vector<ParzenPoint> points;
    for (std::size_t row = 0; row < classes_.size(); ++row) {
        ParzenPoint point{classes_[row], {}, weights_[row]};
        for (const std::size_t place : places)
            point.values.push_back(values_[row * features_.size() + place]);
        if (std::none_of(point.values.begin(), point.values.end(),
                         [](double value) { return std::isnan(value); }))
            points.push_back(std::move(point));
    }
    const auto key = [](const ParzenPoint& point) {
        return std::tie(point.class_state, point.values);
    };
    std::sort(points.begin(), points.end(),
              [&](const ParzenPoint& a, const ParzenPoint& b) { return key(a) < key(b); });
    merge_neighbours(points, key);
    return points;
}

}  // namespace pgm::learners::detail
