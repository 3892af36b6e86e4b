#include <learners/independence/data_test.hpp>

#include <learners/independence/detail/conditional_gaussian_test.hpp>
#include <learners/independence/detail/correlation_test.hpp>
#include <learners/independence/detail/table_test.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace pgm::learners {
namespace {

/// Without those that are given, ascending.
std::vector<ColumnId> side_of(std::span<const ColumnId> columns, std::span<const ColumnId> given) {
    std::vector<ColumnId> side;
    for (const ColumnId column : columns)
        if (std::ranges::find(given, column) == given.end()) side.push_back(column);
    std::ranges::sort(side);
    const auto doubles = std::ranges::unique(side);
    side.erase(doubles.begin(), doubles.end());
    return side;
}

/// A column whose states are the combinations of states of some discrete ones.
Column combined(const Dataset& data, std::span<const ColumnId> columns, const Limits& limits) {
    double combinations = 1;
    for (const ColumnId column : columns)
        combinations *= static_cast<double>(data.column(column).variable.cardinality());
    if (combinations > static_cast<double>(limits.max_states))
        throw TooLargeError("the columns of a side have more than " +
                                std::to_string(limits.max_states) + " combinations of states",
                            {}, "test fewer columns at a time");
    std::vector<std::string> states(static_cast<std::size_t>(combinations));
    for (std::size_t s = 0; s < states.size(); ++s) states[s] = std::to_string(s);
    std::vector<std::optional<StateId>> cells(data.rows(), StateId(0));
    for (const ColumnId id : columns) {
        const Column& column = data.column(id);
        for (std::size_t row = 0; row < cells.size(); ++row) {
            const auto state = column.state(row);
            cells[row] =
                state && cells[row]
                    ? std::optional(StateId(cells[row]->index() * column.variable.cardinality() +
                                            state->index()))
                    : std::nullopt;
        }
    }
    return discrete_column(Variable("side", std::move(states)), cells);
}

void require_disjoint(const Dataset& data, std::span<const ColumnId> left,
                      std::span<const ColumnId> right) {
    for (const ColumnId column : left)
        if (std::ranges::find(right, column) != right.end())
            throw ArgumentError("the column '" + printable_word(data.column(column).name()) +
                                    "' stands on both sides",
                                "nothing is independent of itself; name it on one side");
}

/// One column for a side.
Column side_column(const Dataset& data, std::span<const ColumnId> side,
                   const TestStatistic& statistic, const Limits& limits) {
    if (side.size() == 1) return data.column(side.front());
    const auto is_discrete = [&](ColumnId id) { return data.column(id).is_discrete(); };
    if (!std::ranges::all_of(side, is_discrete))
        throw ArgumentError(format(statistic) + " tests one column of numbers, not " +
                                std::to_string(side.size()) + " columns together",
                            "name one column on each side; any number may be given");
    return combined(data, side, limits);
}

}  // namespace

std::unique_ptr<IndependenceTest> data_test(const Dataset& data, const TestStatistic& statistic,
                                            std::size_t threads, const Limits& limits) {
    if (std::holds_alternative<FisherZ>(statistic))
        return std::make_unique<detail::CorrelationTest>(data, limits);
    if (std::holds_alternative<ConditionalGaussian>(statistic))
        return std::make_unique<detail::ConditionalGaussianTest>(data);
    return std::make_unique<detail::TableTest>(data, statistic, threads);
}

TestStatistic default_statistic(const Dataset& data) {
    const auto discrete = std::ranges::count_if(data.columns(), &Column::is_discrete);
    if (discrete == std::ssize(data.columns())) return G2{};
    if (discrete == 0) return FisherZ{};
    return ConditionalGaussian{};
}

TestResult test_independence(const Dataset& data, std::span<const ColumnId> left,
                             std::span<const ColumnId> right, std::span<const ColumnId> given,
                             const TestStatistic& statistic, const Limits& limits) {
    const std::vector<ColumnId> a = side_of(left, given), b = side_of(right, given),
                                z = side_of(given, {});
    require_disjoint(data, a, b);
    std::vector<ColumnId> involved = z;
    involved.insert(involved.end(), a.begin(), a.end());
    involved.insert(involved.end(), b.begin(), b.end());
    const Dataset columns = data.select_columns(involved);
    data_test(columns, statistic, 1, limits);  // refuses columns of the wrong kind
    if (a.empty() || b.empty()) return {};
    std::vector<Column> tested;
    for (const ColumnId column : z) tested.push_back(data.column(column));
    for (const auto& [side, name] : {std::pair(&a, "left"), std::pair(&b, "right")}) {
        Column column = side_column(data, *side, statistic, limits);
        tested.push_back({Variable(name, column.variable.states()), std::move(column.cells)});
    }
    std::vector<VariableId> conditions;
    for (std::size_t i = 0; i < z.size(); ++i) {
        tested[i].variable = Variable(std::to_string(i), tested[i].variable.states());
        conditions.emplace_back(i);
    }
    const Dataset table(std::move(tested), data.weights());
    return data_test(table, statistic, 1, limits)
        ->test(VariableId(z.size()), VariableId(z.size() + 1), conditions);
}

}  // namespace pgm::learners
