#include <tests/support/all_kinds_table.hpp>

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

bool are_equal(const Dataset& a, const Dataset& b) {
    if (a.schema() != b.schema() || a.rows() != b.rows() || !(a.weights() == b.weights()))
        return false;
    for (std::size_t i = 0; i < a.columns().size(); ++i)
        for (std::size_t row = 0; row < a.rows(); ++row) {
            const Column &x = a.columns()[i], &y = b.columns()[i];
            if (x.is_missing(row) != y.is_missing(row)) return false;
            if (x.is_missing(row)) continue;
            if (x.is_discrete() ? x.state(row) != y.state(row) : x.value(row) != y.value(row))
                return false;
        }
    return true;
}

}  // namespace pgm::tests
