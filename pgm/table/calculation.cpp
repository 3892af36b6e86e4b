#include <pgm/table/calculation.hpp>

#include <pgm/core/error.hpp>
#include <pgm/table/detail/step_arithmetic.hpp>

#include <string>
#include <utility>

namespace pgm {
namespace detail {

std::size_t cell_at(const Scope& scope, std::span<const VariableId> variables,
                    std::span<const StateId> states) {
    std::size_t cell = 0;
    for (std::size_t i = 0; i < variables.size(); ++i)
        if (const auto axis = scope.axis(variables[i]))
            cell += states[i].index() * scope.strides()[*axis];
    return cell;
}

}  // namespace detail

std::size_t Calculation::add(Table table) {
    tables_.push_back(std::move(table));
    maker_.push_back(0);
    return tables_.size() - 1;
}

const Table& Calculation::table(std::size_t number) const {
    if (number >= tables_.size())
        throw ArgumentError("there is no table number " + std::to_string(number) + " among " +
                            std::to_string(tables_.size()));
    return tables_[number];
}

const CalculationStep* Calculation::maker(std::size_t table) const {
    return maker_.at(table) == 0 ? nullptr : &steps_[maker_[table] - 1];
}

std::size_t Calculation::append(CalculationStep step, Scope scope) {
    step.output = add(Table(std::move(scope)));
    const std::vector<double> cells = detail::cells_made_by<double>(
        step, [&](std::size_t i) -> const Scope& { return tables_[i].scope(); },
        [&](std::size_t i) { return std::as_const(tables_[i]).values(); });
    std::ranges::copy(cells, tables_.back().values().begin());
    steps_.push_back(std::move(step));
    maker_.back() = steps_.size();
    return steps_.back().output;
}

std::size_t Calculation::select(std::size_t number, std::span<const VariableId> variables,
                                std::span<const StateId> states) {
    const Scope& scope = table(number).scope();
    CalculationStep step{CalculationStep::Kind::select, {number}};
    for (std::size_t i = 0; i < variables.size(); ++i) {
        const std::optional<std::size_t> axis = scope.axis(variables[i]);
        if (!axis) continue;
        if (states[i].index() >= scope.cardinalities()[*axis])
            throw ArgumentError("variable " + std::to_string(variables[i].index()) +
                                " has no state number " + std::to_string(states[i].index()));
        step.variables.push_back(variables[i]);
        step.states.push_back(states[i]);
    }
    if (step.variables.empty()) return number;
    Scope rest = detail::without(scope, step.variables);
    return append(std::move(step), std::move(rest));
}

std::size_t Calculation::multiply(std::vector<std::size_t> tables) {
    if (tables.empty()) return add(Table(Scope{}, std::vector<double>{1}));
    if (tables.size() == 1) return tables.front();
    Scope scope = table(tables.front()).scope();
    for (const std::size_t number : tables) scope = detail::joined(scope, table(number).scope());
    return append({CalculationStep::Kind::multiply, std::move(tables)}, std::move(scope));
}

std::size_t Calculation::sum_out(std::size_t number, std::vector<VariableId> variables) {
    Scope rest = detail::without(table(number).scope(), variables);
    return append({CalculationStep::Kind::sum, {number}, 0, std::move(variables)}, std::move(rest));
}

std::size_t Calculation::max_out(std::size_t number, std::vector<VariableId> variables) {
    Scope rest = detail::without(table(number).scope(), variables);
    return append({CalculationStep::Kind::maximise, {number}, 0, std::move(variables)},
                  std::move(rest));
}

std::size_t Calculation::normalise(std::size_t number) {
    return append({CalculationStep::Kind::normalise, {number}}, table(number).scope());
}

}  // namespace pgm
