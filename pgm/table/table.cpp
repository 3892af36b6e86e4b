#include <pgm/table/table.hpp>

#include <pgm/core/error.hpp>

#include <string>

namespace pgm {

Table::Table(Scope scope) : scope_(std::move(scope)), values_(scope_.cells(), 0.0) {}

Table::Table(Scope scope, std::span<const double> values) : scope_(std::move(scope)) {
    if (values.size() != scope_.cells()) {
        throw ArgumentError("a table of " + std::to_string(scope_.cells()) + " cells was given " +
                            std::to_string(values.size()) + " values");
    }
    values_.assign(values.begin(), values.end());
}

Table Table::permuted(std::span<const VariableId> order) const {
    if (order.size() != scope_.size())
        throw ArgumentError("a permutation of a table's axes must name each of its variables once");
    std::vector<std::size_t> cardinalities, source_strides;
    for (const VariableId variable : order) {
        const auto axis = scope_.axis(variable);
        if (!axis)
            throw ArgumentError(
                "a permutation of a table's axes names a variable the table does not have");
        cardinalities.push_back(scope_.cardinalities()[*axis]);
        source_strides.push_back(scope_.strides()[*axis]);
    }
    Table result{Scope({order.begin(), order.end()}, cardinalities)};

    // Counts through the cells of the result and updates the offset in the source.
    std::vector<std::size_t> state(order.size(), 0);
    std::size_t source = 0;
    for (std::size_t cell = 0; cell < result.size(); ++cell) {
        result[cell] = values_[source];
        for (std::size_t axis = order.size(); axis-- > 0;) {
            source += source_strides[axis];
            if (++state[axis] < cardinalities[axis]) break;
            source -= source_strides[axis] * cardinalities[axis];
            state[axis] = 0;
        }
    }
    return result;
}

double fixed_order_sum(std::span<const double> values) {
    // Most rows have two values, for which the lanes reduce to this sum.
    if (values.size() == 2) return (values[0] + 0) + (values[1] + 0);
    double lanes[8] = {};
    for (std::size_t i = 0; i < values.size(); ++i) lanes[i % 8] += values[i];
    return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) +
           ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}

}  // namespace pgm
