#include <pgm/query/detail/translation.hpp>

#include <algorithm>
#include <map>

namespace pgm::detail {
namespace {

/// The states that all conditions on one variable leave to it.
using StatesLeft = std::map<VariableId, std::vector<StateId>>;

StatesLeft states_left(const Given& given, AuxiliaryNodes& auxiliary) {
    StatesLeft left;
    for (const Intervention& made : given.interventions) left[made.variable] = {made.state};
    for (const Expression& expression : given.conditions) {
        for (const Expression& conjunct : expression.conjuncts()) {
            const Condition condition = auxiliary.condition_for(conjunct);
            const auto [entry, first] = left.try_emplace(condition.variable, condition.states);
            if (!first)
                std::erase_if(entry->second,
                              [&](StateId state) { return !condition.holds(state); });
        }
    }
    return left;
}

/// `cardinality` is that of the variable in the network the engine will run on.
void add_finding(Translation& translation, VariableId variable, const std::vector<StateId>& states,
                 std::size_t cardinality) {
    if (states.size() == cardinality) return;
    if (states.size() == 1) {
        translation.evidence.observe(variable, states.front());
        translation.fixed.push_back(variable);
        return;
    }
    std::vector<double> likelihood(cardinality, 0.0);
    for (const StateId state : states) likelihood[state.index()] = 1.0;
    translation.evidence.likelihood(variable, likelihood);
}

}  // namespace

Translation translate(const Given& given, const std::optional<Expression>& event,
                      AuxiliaryNodes& auxiliary) {
    Translation translation;
    if (event) translation.event = auxiliary.condition_for(*event);
    const std::size_t added_cardinality = 2;
    const BayesianNetwork& original = auxiliary.original();
    for (const auto& [variable, states] : states_left(given, auxiliary)) {
        if (states.empty()) translation.contradictory = true;
        if (translation.contradictory) return translation;
        const bool is_added = variable.index() >= original.size();
        add_finding(translation, variable, states,
                    is_added ? added_cardinality : original.cardinality(variable));
    }
    for (const Intervention& made : given.interventions) {
        translation.evidence.intervene(made.variable, made.state);
        translation.fixed.push_back(made.variable);
    }
    for (const Measurement& measurement : given.measurements) {
        measurement.made ? translation.evidence.intervene(measurement.variable, measurement.value)
                         : translation.evidence.observe(measurement.variable, measurement.value);
    }
    std::sort(translation.fixed.begin(), translation.fixed.end());
    return translation;
}

}  // namespace pgm::detail
