#include <tests/support/all_kinds_table.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pgm::tests {

Dataset table_of_all_kinds(std::size_t rows) {
    std::vector<Column> columns;
    for (const std::size_t states : {2u, 300u, 70'000u}) {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < states; ++i) names.push_back("s" + std::to_string(i));
        std::vector<std::optional<StateId>> cells;
        for (std::size_t row = 0; row < rows; ++row)
            cells.push_back(row % 3 == 2 ? std::nullopt
                                         : std::optional(StateId(row * 7919 % states)));
        columns.push_back(discrete_column(Variable("d" + std::to_string(states), names), cells));
    }
    std::vector<double> numbers, weights;
    for (std::size_t row = 0; row < rows; ++row) {
        numbers.push_back(row % 3 == 1 ? std::numeric_limits<double>::quiet_NaN()
                                       : std::sqrt(static_cast<double>(row)));
        weights.push_back(static_cast<double>(row % 4));
    }
    columns.push_back(continuous_column("x", numbers));
    return Dataset(std::move(columns), weights);
}

bool are_equal(const Column& a, const Column& b) {
    if (a.rows() != b.rows() || a.variable != b.variable) return false;
    for (std::size_t row = 0; row < a.rows(); ++row) {
        if (a.is_missing(row) != b.is_missing(row)) return false;
        if (!a.is_missing(row) &&
            (a.is_discrete() ? a.state(row) != b.state(row) : a.value(row) != b.value(row)))
            return false;
    }
    return true;
}

bool are_equal(const Dataset& a, const Dataset& b) {
    const auto same = [](const Column& x, const Column& y) { return are_equal(x, y); };
    return std::ranges::equal(a.columns(), b.columns(), same) && a.rows() == b.rows() &&
           a.weights() == b.weights();
}

}  // namespace pgm::tests
