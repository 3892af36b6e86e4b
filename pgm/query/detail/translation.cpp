#include <pgm/query/detail/translation.hpp>

#include <pgm/core/numbers.hpp>

#include <algorithm>
#include <map>

namespace pgm::detail {
namespace {

/// The states that all conditions on a variable leave to it, or the interval of a continuous one.
struct Left {
    std::map<VariableId, std::vector<StateId>> states;
    std::map<VariableId, Interval> intervals;
};

/// The condition that an expression is, if it is about the value of one continuous variable.
const LinearCondition* condition_on_one(const Expression& expression) {
    if (expression.nodes().size() != 1) return nullptr;
    const auto* const condition = std::get_if<LinearCondition>(&expression.nodes().front());
    return condition && condition->terms.size() == 1 ? condition : nullptr;
}

void narrow(Interval& interval, const LinearCondition& condition) {
    const double coefficient = condition.terms.front().coefficient;
    interval.above = std::max(interval.above, condition.interval.above / coefficient);
    interval.up_to = std::min(interval.up_to, condition.interval.up_to / coefficient);
}

Left left_by(const Given& given, AuxiliaryNodes& auxiliary) {
    Left all;
    auto& left = all.states;
    for (const Intervention& set : given.interventions) {
        const StateId* const state = std::get_if<StateId>(&set.value);
        if (state) left[set.variable] = {*state};
    }
    for (const Expression& expression : given.conditions) {
        for (const Expression& conjunct : expression.conjuncts()) {
            if (const LinearCondition* const one = condition_on_one(conjunct)) {
                narrow(all.intervals[one->terms.front().variable], *one);
                continue;
            }
            const Condition condition = auxiliary.condition_for(conjunct);
            const auto [entry, first] = left.try_emplace(condition.variable, condition.states);
            if (!first)
                std::erase_if(entry->second,
                              [&](StateId state) { return !condition.holds(state); });
        }
    }
    return all;
}

/// A variable that is known to have a value needs no interval, but contradicts one that it is not
/// in.
bool contradicts(const Given& given, VariableId variable, const Interval& interval) {
    const auto is_outside = [&](double value) {
        return !(interval.above < value && value <= interval.up_to);
    };
    for (const ContinuousObservation& seen : given.observations)
        if (seen.variable == variable && is_outside(seen.value)) return true;
    for (const Intervention& set : given.interventions)
        if (set.variable == variable && is_outside(std::get<double>(set.value))) return true;
    return !(interval.above < interval.up_to);
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
    const BayesianNetwork& original = auxiliary.original();
    const Left left = left_by(given, auxiliary);
    for (const auto& [variable, interval] : left.intervals) {
        translation.contradictory =
            translation.contradictory || contradicts(given, variable, interval);
        translation.evidence.observe(variable, interval);
    }
    for (const auto& [variable, states] : left.states) {
        if (states.empty()) translation.contradictory = true;
        if (translation.contradictory) break;
        const bool is_added = variable.index() >= original.size();
        if (states.size() == 1 && !is_added) translation.fixed.emplace(variable, states.front());
        add_finding(
            translation.evidence, variable, states,
            is_added ? auxiliary.cardinality_of_added(variable) : original.cardinality(variable));
    }
    if (translation.contradictory) return {.evidence = {}, .contradictory = true, .fixed = {}};
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
