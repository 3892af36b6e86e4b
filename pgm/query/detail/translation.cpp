#include <pgm/query/detail/translation.hpp>

#include <algorithm>
#include <map>

namespace pgm::detail {
namespace {

/// The states that all conditions on one variable leave to it.
using StatesLeft = std::map<VariableId, std::vector<StateId>>;

StatesLeft states_left(const Given& given, AuxiliaryNodes& auxiliary) {
    StatesLeft left;
    for (const Intervention& set : given.interventions) {
        const StateId* const state = std::get_if<StateId>(&set.value);
        if (state) left[set.variable] = {*state};
    }
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
void add_finding(Evidence& evidence, VariableId variable, const std::vector<StateId>& states,
                 std::size_t cardinality) {
    if (states.size() == cardinality) return;
    if (states.size() == 1) {
        evidence.observe(variable, states.front());
        return;
    }
    std::vector<double> likelihood(cardinality, 0.0);
    for (const StateId state : states) likelihood[state.index()] = 1.0;
    evidence.likelihood(variable, likelihood);
}

/// Multiplies a likelihood into what is known of its variable.
void add_soft(Evidence& evidence, const SoftObservation& soft) {
    std::vector<double> product = soft.likelihood;
    if (const Finding* const known = evidence.find(soft.variable)) {
        const auto state = state_of(*known);
        const auto* const likelihood = std::get_if<Likelihood>(known);
        for (std::size_t i = 0; i < product.size(); ++i)
            product[i] *= likelihood ? likelihood->values[i] : state == StateId(i) ? 1.0 : 0.0;
    }
    evidence.likelihood(soft.variable, product);
}

}  // namespace

Translation translate(const Given& given, AuxiliaryNodes& auxiliary) {
    Translation translation;
    const std::size_t added_cardinality = 2;
    const BayesianNetwork& original = auxiliary.original();
    for (const auto& [variable, states] : states_left(given, auxiliary)) {
        if (states.empty()) translation.contradictory = true;
        if (translation.contradictory) return translation;
        const bool is_added = variable.index() >= original.size();
        if (states.size() == 1 && !is_added) translation.fixed.emplace(variable, states.front());
        add_finding(translation.evidence, variable, states,
                    is_added ? added_cardinality : original.cardinality(variable));
    }
    for (const SoftObservation& soft : given.likelihoods) add_soft(translation.evidence, soft);
    for (const ContinuousObservation& seen : given.observations)
        translation.evidence.observe(seen.variable, seen.value);
    for (const Intervention& set : given.interventions) {
        std::visit([&](auto value) { translation.evidence.intervene(set.variable, value); },
                   set.value);
        const StateId* const state = std::get_if<StateId>(&set.value);
        if (state) translation.fixed.emplace(set.variable, *state);
    }
    return translation;
}

}  // namespace pgm::detail
