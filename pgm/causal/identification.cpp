#include <pgm/causal/identification.hpp>

#include <pgm/causal/detail/causal_pair.hpp>
#include <pgm/causal/detail/estimand_algebra.hpp>
#include <pgm/causal/detail/variable_sets.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/graph/ancestry.hpp>

#include <algorithm>

namespace pgm {

using namespace detail;

namespace {

class Identifier {
public:
    Identifier(const CausalGraph& graph, std::span<const VariableId> effects)
        : graph_(graph),
          effects_(set_of(effects)),
          ancestors_(ancestral_set(graph, effects_, graph.observed())) {
        for (const VariableId variable : topological_order(graph.projected()))
            if (has_member(ancestors_, variable)) order_.push_back(variable);
    }

    Identification identify(const VariableSet& causes) const {
        const VariableSet kept =
            ancestral_set(graph_, effects_, set_difference(ancestors_, causes));
        Factors factors;
        for (const VariableSet& component : c_components(graph_, kept)) {
            const VariableSet whole = component_of(component.front(), ancestors_);
            Identification part = reduce(component, whole, factors_of(whole));
            if (std::holds_alternative<Hedge>(part)) return part;
            factors.push_back(std::get<Estimand>(std::move(part)));
        }
        return tidied(sum_of(set_difference(kept, effects_), factors), order_, causes);
    }

private:
    VariableSet component_of(VariableId member, const VariableSet& within) const {
        for (VariableSet& component : c_components(graph_, within))
            if (has_member(component, member)) return std::move(component);
        return {};
    }

    /// The members of a set that come no later than a variable.
    VariableSet up_to(VariableId last, const VariableSet& set) const {
        VariableSet result;
        for (const VariableId variable : order_) {
            if (has_member(set, variable)) result.push_back(variable);
            if (variable == last) break;
        }
        return set_of(result);
    }

    /// Q of a c-component of the ancestors of the effects: the product of P(v | all before v). Of
    /// all before v, its c-component there and the parents of that make the others irrelevant.
    Estimand factors_of(const VariableSet& component) const {
        Factors factors;
        for (const VariableId variable : component) {
            const VariableSet before = up_to(variable, ancestors_);
            VariableSet given = component_of(variable, before);
            for (const VariableId member : VariableSet(given))
                given = set_union(given, set_of(graph_.projected().parents(member)));
            std::erase(given, variable);
            factors.emplace_back(ConditionalProbability{{variable}, given});
        }
        return sum_of({}, factors);
    }

    /// Q[part] from Q[whole], where `part` is within `whole` and both are c-components.
    Identification reduce(const VariableSet& part, VariableSet whole, Estimand q) const {
        for (;;) {
            const VariableSet needed = ancestral_set(graph_, part, whole);
            if (needed == part) return sum_of(set_difference(whole, part), {q});
            if (needed == whole) return Hedge{whole, part};
            q = sum_of(set_difference(whole, needed), {q});
            whole = component_of(part.front(), needed);
            q = component_factor(whole, needed, q);
        }
    }

    /// Q of a c-component of a set, from Q of the set: the product over its members of Q of the
    /// set up to the member, divided by Q of what comes before it.
    Estimand component_factor(const VariableSet& component, const VariableSet& set,
                              const Estimand& q) const {
        if (component == set) return q;
        Factors factors;
        for (const VariableId member : component) {
            const VariableSet with = up_to(member, set);
            VariableSet before = with;
            std::erase(before, member);
            const Estimand above = sum_of(set_difference(set, with), {q});
            factors.push_back(before.empty()
                                  ? above
                                  : quotient_of(above, sum_of(set_difference(set, before), {q})));
        }
        return sum_of({}, factors);
    }

    const CausalGraph& graph_;
    VariableSet effects_;
    VariableSet ancestors_;          ///< of the effects, and these
    std::vector<VariableId> order_;  ///< the ancestors, causes first
};

}  // namespace

Identification identify(const CausalGraph& graph, std::span<const VariableId> causes,
                        std::span<const VariableId> effects) {
    require_observed(graph, causes);
    require_observed(graph, effects);
    if (effects.empty()) throw ArgumentError("no effect is asked for");
    const VariableSet set = set_of(causes);
    if (!set_intersection(set, set_of(effects)).empty())
        throw ArgumentError("a variable has no effect on itself");
    return Identifier(graph, effects).identify(set);
}

Estimand adjustment_formula(VariableId cause, VariableId effect, std::span<const VariableId> set) {
    const VariableSet over = set_of(set);
    std::vector<VariableId> given{cause};
    given.insert(given.end(), over.begin(), over.end());
    const Estimand outcome(ConditionalProbability{{effect}, given});
    if (over.empty()) return outcome;
    return Estimand(SumOfProducts{over, {outcome, Estimand(ConditionalProbability{over, {}})}});
}

Estimand front_door_formula(VariableId cause, VariableId effect, std::span<const VariableId> set) {
    const VariableSet over = set_of(set);
    if (over.empty()) return Estimand(ConditionalProbability{{effect}, {}});
    std::vector<VariableId> given{cause};
    given.insert(given.end(), over.begin(), over.end());
    const Estimand inner(SumOfProducts{{cause},
                                       {Estimand(ConditionalProbability{{effect}, given}),
                                        Estimand(ConditionalProbability{{cause}, {}})}});
    return Estimand(SumOfProducts{over, {Estimand(ConditionalProbability{over, {cause}}), inner}});
}

}  // namespace pgm
