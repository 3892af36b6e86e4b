#include <pgm/model/cpd/table_cpd.hpp>

#include <pgm/model/cpd/detail/family_shape.hpp>

#include <cmath>
#include <utility>

namespace pgm {

std::size_t TableCpd::row_of(std::span<const StateId> parent_states) const {
    std::size_t cell = 0;
    for (std::size_t i = 0; i < parent_states.size(); ++i)
        cell += parent_states[i].index() * table_.scope().strides()[i];
    return cell / row_length();
}

StateId TableCpd::sample(std::size_t row_number, Rng& rng) const {
    const std::span<const double> probabilities = row(row_number);
    double left = rng.uniform();
    std::size_t last_possible = 0;
    for (std::size_t state = 0; state < probabilities.size(); ++state) {
        if (probabilities[state] <= 0) continue;
        last_possible = state;
        left -= probabilities[state];
        if (left < 0) break;
    }
    return StateId(last_possible);  // rounding may leave a rest, which goes to the last one
}

double TableCpd::log_probability(std::span<const StateId> states) const {
    return std::log(probability(states));
}

RowCondition TableCpd::row_condition(std::size_t row) const {
    const std::vector<StateId> states = scope().states(row * row_length());
    RowCondition condition;
    for (std::size_t i = 0; i < parents().size(); ++i)
        condition.states.emplace_back(parents()[i], states[i]);
    return condition;
}

TableCpd TableCpd::from_numbers(const CpdFamily& family, std::span<const double> numbers) {
    detail::require_no_continuous_parents(family);
    std::vector<VariableId> variables = family.discrete_parents;
    std::vector<std::size_t> cardinalities = family.cardinalities;
    variables.push_back(family.child);
    cardinalities.push_back(family.states);
    return TableCpd(Scope(variables, cardinalities), numbers);
}

}  // namespace pgm
