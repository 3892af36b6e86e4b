#include <learners/estimate/detail/threshold_rows.hpp>

#include <learners/estimate/detail/density/kernel_points.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace pgm::learners::detail {
namespace {

std::vector<ColumnId> of_kind(const Family& family, std::span<const Variable> schema,
                              bool discrete) {
    std::vector<ColumnId> columns = family.parents;
    if (discrete) columns.push_back(family.child);
    std::erase_if(columns, [&](ColumnId c) { return schema[c.index()].is_discrete() != discrete; });
    return columns;
}

}  // namespace

void ThresholdGroup::append(const ThresholdGroup& other) {
    regressors = other.regressors;
    cardinality = other.cardinality;
    values.insert(values.end(), other.values.begin(), other.values.end());
    states.insert(states.end(), other.states.begin(), other.states.end());
    weights.insert(weights.end(), other.weights.begin(), other.weights.end());
}

ThresholdRows::ThresholdRows(Family family, std::span<const Variable> schema)
    : family_(std::move(family)),
      regressors_(of_kind(family_, schema, false)),
      cells_(scope_of(of_kind(family_, schema, true), schema)) {}

ColumnScope ThresholdRows::configurations() const {
    const auto variables = cells_.variables();
    const auto cardinalities = cells_.cardinalities();
    return {{variables.begin(), variables.end() - 1},
            {cardinalities.begin(), cardinalities.end() - 1}};
}

void ThresholdRows::add(const Dataset& data, std::span<const ColumnId> columns) {
    const std::vector<std::size_t> cells = cells_of_rows(data, columns, cells_);
    std::vector<const RealCells*> numbers;
    for (const ColumnId column : regressors_)
        numbers.push_back(&std::get<RealCells>(data.column(columns[column.index()]).cells));
    for (std::size_t row = 0; row < cells.size(); ++row) {
        const WeightSum weight =
            data.weights().empty() ? WeightSum::of_count(1) : WeightSum::of(data.weights()[row]);
        const auto is_missing = [&](const RealCells* of) { return std::isnan((*of)[row]); };
        if (cells[row] == unknown_cell || weight.is_zero() ||
            std::ranges::any_of(numbers, is_missing))
            continue;
        for (const RealCells* of : numbers) values_.push_back((*of)[row] + 0.0);  // -0 is 0
        cell_of_.push_back(cells[row]);
        weights_.push_back(weight);
    }
}

bool ThresholdRows::is_before(std::size_t a, std::size_t b) const {
    const std::size_t size = regressors_.size();
    const std::size_t group_a = cell_of_[a] / states(), group_b = cell_of_[b] / states();
    if (group_a != group_b) return group_a < group_b;
    for (std::size_t i = 0; i < size; ++i)
        if (values_[a * size + i] != values_[b * size + i])
            return values_[a * size + i] < values_[b * size + i];
    return cell_of_[a] < cell_of_[b];
}

bool ThresholdRows::is_same(std::size_t a, std::size_t b) const {
    return !is_before(a, b) && !is_before(b, a);
}

std::vector<ThresholdGroup> ThresholdRows::groups() const {
    std::vector<std::size_t> order(cell_of_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return is_before(a, b); });
    const std::size_t size = regressors_.size();
    std::vector<ThresholdGroup> groups(cells_.cells() / states());
    for (ThresholdGroup& group : groups) {
        group.regressors = size;
        group.cardinality = states();
    }
    for (std::size_t i = 0; i < order.size();) {
        const std::size_t row = order[i];
        WeightSum weight;
        for (; i < order.size() && is_same(order[i], row); ++i) weight += weights_[order[i]];
        ThresholdGroup& group = groups[cell_of_[row] / states()];
        group.values.insert(group.values.end(),
                            values_.begin() + static_cast<std::ptrdiff_t>(row * size),
                            values_.begin() + static_cast<std::ptrdiff_t>((row + 1) * size));
        group.states.push_back(static_cast<std::uint32_t>(cell_of_[row] % states()));
        group.weights.push_back(weight.value());
    }
    return groups;
}

}  // namespace pgm::learners::detail
