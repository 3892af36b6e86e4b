#include <learners/estimate/detail/column_resolution.hpp>

#include <algorithm>
#include <cmath>
#include <variant>
#include <vector>

namespace pgm::learners::detail {

double resolution_of(const Column& column, std::span<const std::uint32_t> rows) {
    const RealCells& numbers = std::get<RealCells>(column.cells);
    std::vector<double> values;
    values.reserve(rows.size());
    for (const std::uint32_t row : rows)
        if (!std::isnan(numbers[row])) values.push_back(numbers[row]);
    std::ranges::sort(values);
    values.erase(std::ranges::unique(values).begin(), values.end());
    if (values.size() < 2) return 0;
    std::vector<double> gaps;
    for (std::size_t i = 1; i < values.size(); ++i) gaps.push_back(values[i] - values[i - 1]);
    std::ranges::sort(gaps);
    return gaps[(gaps.size() - 1) / 2] / 2 + gaps[gaps.size() / 2] / 2;
}

double least_variance(double resolution) {
    constexpr double deviations = 6;
    return (resolution / deviations) * (resolution / deviations);
}

}  // namespace pgm::learners::detail
