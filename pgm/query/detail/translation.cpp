#include <pgm/query/detail/translation.hpp>

#include <pgm/core/detail/infinity.hpp>

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

Translation translate(const Given& given, AuxiliaryNodes& auxiliary) {
    Translation translation;
    const std::size_t added_cardinality = 2;
    const BayesianNetwork& original = auxiliary.original();
    for (const auto& [variable, states] : states_left(given, auxiliary)) {
        if (states.empty()) translation.contradictory = true;
        if (translation.contradictory) return translation;
        const bool is_added = variable.index() >= original.size();
        add_finding(translation, variable, states,
                    is_added ? added_cardinality : original.cardinality(variable));
    }
    for (const ContinuousObservation& seen : given.observations)
        translation.evidence.observe(seen.variable, seen.value);
    for (const Intervention& set : given.interventions) {
        std::visit([&](auto value) { translation.evidence.intervene(set.variable, value); },
                   set.value);
        if (std::holds_alternative<StateId>(set.value)) translation.fixed.push_back(set.variable);
    }
    std::sort(translation.fixed.begin(), translation.fixed.end());
    return translation;
}

bool is_impossible(const InferenceEngine& engine, const Given& given, Workspace& workspace) {
    AuxiliaryNodes auxiliary(engine.network());
    const Translation translation = translate(given, auxiliary);
    if (translation.contradictory) return true;
    if (auxiliary.empty()) return engine.log_evidence(translation.evidence, workspace) == -infinity;
    const InferenceEngine extended(auxiliary.network(), engine.options());
    return extended.log_evidence(translation.evidence) == -infinity;
}

}  // namespace pgm::detail
