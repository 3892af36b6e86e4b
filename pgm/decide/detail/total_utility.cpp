#include <pgm/decide/detail/total_utility.hpp>

#include <pgm/core/error.hpp>
#include <pgm/graph/ancestry.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace pgm::detail {
namespace {

Table constant(double value) {
    return Table(Scope(), std::vector<double>{value});
}

Table of_ones(const Scope& scope) {
    Table table(scope);
    std::ranges::fill(table.values(), 1.0);
    return table;
}

Table limited_product(const Table& a, const Table& b) {
    constexpr double most = double(std::size_t{1} << 24);
    double cells = static_cast<double>(a.size());
    for (std::size_t i = 0; i < b.scope().size(); ++i)
        if (!a.scope().axis(b.scope().variables()[i]))
            cells *= static_cast<double>(b.scope().cardinalities()[i]);
    if (cells > most)
        throw TooLargeError(
            "a utility with the weights of others is a table of more than 2^24 cells", {},
            "give it fewer parents");
    return product(a, b);
}

bool includes(const Scope& large, const Scope& small) {
    return std::ranges::all_of(
        small.variables(), [&](VariableId variable) { return large.axis(variable).has_value(); });
}

/// a + b over the scope of a, which includes that of b.
void add(Table& a, const Table& b) {
    const Table spread = product(of_ones(a.scope()), b);
    for (std::size_t cell = 0; cell < a.size(); ++cell) a[cell] += spread[cell];
}

Table sum(const Table& a, const Table& b) {
    Table result = limited_product(a, of_ones(b.scope()));
    add(result, b);
    return result;
}

/// Intercepts, or the slopes of one parent, by configuration; one number where they are all equal.
template <class NumberOf>
Table by_row(const LinearGaussianCpd& cpd, const NumberOf& number_of) {
    Table table(cpd.discrete_scope());
    for (std::size_t row = 0; row < table.size(); ++row) table[row] = number_of(cpd.row(row));
    const bool is_constant =
        std::ranges::all_of(table.values(), [&](double number) { return number == table[0]; });
    return is_constant ? constant(table[0]) : table;
}

/// Adds a table to those that make a sum, into one that has its scope if there is one.
void collect(std::vector<Table>& tables, Table table) {
    for (Table& other : tables)
        if (includes(other.scope(), table.scope())) return add(other, table);
    std::vector<Table> larger;
    for (Table& other : tables) {
        if (includes(table.scope(), other.scope()))
            add(table, other);
        else
            larger.push_back(std::move(other));
    }
    larger.push_back(std::move(table));
    tables = std::move(larger);
}

}  // namespace

std::vector<Table> total_utility(const InfluenceDiagram& diagram) {
    const BayesianNetwork& network = diagram.network();
    std::map<VariableId, Table> weights;
    for (const VariableId summand : diagram.summands()) weights.emplace(summand, constant(1));
    std::vector<Table> tables;
    const std::vector<VariableId> order = topological_order(network.dag());
    for (auto node = order.rbegin(); node != order.rend(); ++node) {
        if (network.variable(*node).kind() != Variable::Kind::utility) continue;
        const auto& cpd = std::get<LinearGaussianCpd>(network.cpd(*node));
        const Table& weight = weights.at(*node);
        using Row = LinearGaussianCpd::Row;
        collect(tables,
                limited_product(weight, by_row(cpd, [](const Row& row) { return row.intercept; })));
        for (std::size_t i = 0; i < cpd.continuous_parents().size(); ++i) {
            const Table slopes = by_row(cpd, [i](const Row& row) { return row.slopes[i]; });
            Table more = limited_product(weight, slopes);
            const auto [found, is_new] = weights.try_emplace(cpd.continuous_parents()[i], more);
            if (!is_new) found->second = sum(found->second, more);
        }
    }
    return tables;
}

ScaledUtility scaled_utility(Table utility) {
    const auto [low, high] = std::ranges::minmax(utility.values());
    ScaledUtility result{std::move(utility), low, high - low};
    if (!std::isfinite(result.range))
        throw ArgumentError("the utilities range over more than a double holds",
                            "divide all of them by the same number");
    for (double& value : result.table.values())
        value = result.range > 0 ? (value - result.least) / result.range : 0;
    return result;
}

}  // namespace pgm::detail
