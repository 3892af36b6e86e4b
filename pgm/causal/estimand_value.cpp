#include <pgm/causal/detail/variable_sets.hpp>
#include <pgm/causal/estimand.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/overloaded.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pgm {

using namespace detail;

namespace {

constexpr double undefined_value = std::numeric_limits<double>::quiet_NaN();

/// The table of no variables with the value 1.
Table unit_table() {
    return Table(Scope(), std::vector{1.0});
}

/// A copy in which numbers that are `from` are `to`.
template <class Is>
Table with_replaced(Table table, const Is& is, double to) {
    std::ranges::replace_if(table.values(), is, to);
    return table;
}

bool is_undefined(double value) {
    return std::isnan(value);
}

class FormulaValue {
public:
    FormulaValue(const Solver& solver, const Limits& limits) : solver_(solver), limits_(limits) {}

    Table value(const Estimand& estimand) const {
        return std::visit(
            Overloaded{[&](const ConditionalProbability& one) { return probability(one); },
                       [&](const SumOfProducts& one) { return sum(one.over, values(one.factors)); },
                       [&](const Quotient& one) {
                           return divided(sum({}, values(one.numerator)),
                                          sum({}, values(one.denominator)));
                       }},
            estimand.node());
    }

    /// P(variables)
    Table joint(const VariableSet& variables) const {
        if (variables.empty()) return unit_table();
        require_cells(variables);
        return solver_.joint(variables).table;
    }

private:
    std::vector<Table> values(const std::vector<Estimand>& factors) const {
        std::vector<Table> tables;
        for (const Estimand& factor : factors) tables.push_back(value(factor));
        return tables;
    }

    Table probability(const ConditionalProbability& conditional) const {
        const Table together = joint(set_union(set_of(conditional.of), set_of(conditional.given)));
        Table condition = together;
        for (const VariableId variable : conditional.of) condition = sum_out(condition, variable);
        return conditional.given.empty() ? together : divided(together, condition);
    }

    Table divided(const Table& above, Table below) const {
        for (double& value : below.values()) value = value > 0 ? 1 / value : undefined_value;
        require_cells(variables_of({above, below}));
        return product(above, below);
    }

    /// The product, which is 0 where a factor is, even if the other is undefined.
    Table multiplied(const Table& a, const Table& b) const {
        require_cells(variables_of({a, b}));
        Table result = product(a, b);
        if (std::ranges::none_of(result.values(), is_undefined)) return result;
        const Table zeros =
            product(with_replaced(a, is_undefined, 1), with_replaced(b, is_undefined, 1));
        for (std::size_t cell = 0; cell < result.size(); ++cell)
            if (is_undefined(result[cell]) && zeros[cell] == 0) result[cell] = 0;
        return result;
    }

    /// Sums variables out of a product, first the one for which the product of the tables that
    /// have it is smallest.
    Table sum(VariableSet over, std::vector<Table> tables) const {
        while (!over.empty()) {
            const auto next = std::ranges::min_element(
                over, {}, [&](VariableId variable) { return cells_with(variable, tables); });
            const VariableId variable = *next;
            over.erase(next);
            const auto rest = std::ranges::stable_partition(tables, [&](const Table& table) {
                return !table.scope().axis(variable).has_value();
            });
            const Table merged = multiply_all({rest.begin(), rest.end()});
            tables.erase(rest.begin(), tables.end());
            tables.push_back(sum_out(merged, variable));
        }
        return multiply_all(std::move(tables));
    }

    Table multiply_all(std::vector<Table> tables) const {
        std::ranges::stable_sort(tables, {}, &Table::size);
        Table result = unit_table();
        for (const Table& table : tables) result = multiplied(result, table);
        return result;
    }

    static VariableSet variables_of(const std::vector<Table>& tables) {
        VariableSet all;
        for (const Table& table : tables) all = set_union(all, set_of(table.scope().variables()));
        return all;
    }

    double cells(const VariableSet& variables) const {
        double product = 1;
        for (const VariableId variable : variables)
            product *= static_cast<double>(solver_.network().cardinality(variable));
        return product;
    }

    double cells_with(VariableId variable, const std::vector<Table>& tables) const {
        VariableSet all;
        for (const Table& table : tables)
            if (table.scope().axis(variable))
                all = set_union(all, set_of(table.scope().variables()));
        return cells(all);
    }

    void require_cells(const VariableSet& variables) const {
        const double count = cells(variables);
        if (count <= static_cast<double>(limits_.max_filled_cells)) return;
        std::string names;
        for (const VariableId variable : variables)
            names += (names.empty() ? "" : ", ") + solver_.network().variable(variable).name();
        throw TooLargeError("the formula needs a table over " + names + ", of more than " +
                                std::to_string(limits_.max_filled_cells) + " cells",
                            {}, "adjust for fewer variables");
    }

    const Solver& solver_;
    const Limits& limits_;
};

}  // namespace

bool PartialTable::is_whole() const {
    return std::ranges::all_of(cells, [](const auto& cell) { return cell.has_value(); });
}

PartialTable evaluate(const Estimand& estimand, const Solver& solver, const Limits& limits) {
    const Table value =
        FormulaValue(solver, limits).value(estimand).permuted(free_variables(estimand));
    PartialTable result{value.scope(), {}};
    for (const double cell : value.values())
        result.cells.push_back(is_undefined(cell) ? std::nullopt : std::optional(cell));
    return result;
}

std::vector<EmptyStratum> positivity_violations(const Estimand& estimand, VariableId cause,
                                                const Solver& solver, std::size_t most) {
    const Limits limits;
    const FormulaValue formula(solver, limits);
    std::vector<EmptyStratum> found;
    for (const ConditionalProbability& one : probabilities_of(estimand)) {
        const VariableSet given = set_of(one.given);
        if (!has_member(given, cause)) continue;
        const Table condition = formula.joint(given);
        const Table without_cause = sum_out(condition, cause);
        const Table spread =
            product(without_cause, Table(Scope({cause}, {solver.network().cardinality(cause)}),
                                         std::vector(solver.network().cardinality(cause), 1.0)));
        const Table weight = spread.permuted(given);
        for (std::size_t cell = 0; cell < condition.size() && found.size() < most; ++cell) {
            if (condition[cell] > 0 || weight[cell] <= 0) continue;
            const EmptyStratum stratum{given, condition.scope().states(cell)};
            if (std::ranges::find(found, stratum) == found.end()) found.push_back(stratum);
        }
    }
    return found;
}

}  // namespace pgm
