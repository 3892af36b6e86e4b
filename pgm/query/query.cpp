#include <pgm/query/query.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace pgm {
namespace {

void require_variable(VariableId id, const BayesianNetwork& network) {
    if (id.index() >= network.size()) {
        throw ArgumentError("a query names variable number " + std::to_string(id.value) +
                            ", the network has " + std::to_string(network.size()));
    }
}

void require_discrete(VariableId id, const BayesianNetwork& network) {
    require_variable(id, network);
    const Variable& variable = network.variable(id);
    if (!variable.is_discrete())
        throw ArgumentError("'" + printable(variable.name()) +
                            "' is continuous: a query can only speak of states");
}

void require_targets(std::vector<VariableId> targets, const BayesianNetwork& network) {
    if (targets.empty())
        throw ArgumentError("a distribution or most probable assignment needs at least one target");
    for (const VariableId target : targets) require_discrete(target, network);
    std::ranges::sort(targets);
    const auto twice = std::ranges::adjacent_find(targets);
    if (twice != targets.end())
        throw ArgumentError("'" + printable(network.variable(*twice).name()) +
                            "' is asked for twice");
}

/// That a number is for a continuous variable, and finite.
void require_value(VariableId id, double value, const BayesianNetwork& network) {
    require_variable(id, network);
    const std::string& name = network.variable(id).name();
    if (network.variable(id).is_discrete())
        throw ArgumentError("a query gives a number for '" + printable(name) +
                            "', which is discrete");
    if (!std::isfinite(value))
        throw ArgumentError("the value of '" + printable(name) + "' is not a finite number");
}

void require_state(VariableId id, StateId state, const BayesianNetwork& network) {
    require_discrete(id, network);
    const Variable& variable = network.variable(id);
    if (state.index() >= variable.cardinality()) {
        throw ArgumentError("do() names state number " + std::to_string(state.value) + " of '" +
                            printable(variable.name()) + "', which has " +
                            std::to_string(variable.cardinality()));
    }
}

/// What was said of the variables so far: the states they are set to, and which have a value.
struct Known {
    std::map<VariableId, StateId> set_to;
    std::set<VariableId> valued;

    void add(VariableId id, StateId state, const BayesianNetwork& network) {
        require_state(id, state, network);
        if (set_to.try_emplace(id, state).first->second != state)
            throw ArgumentError("'" + printable(network.variable(id).name()) +
                                "' is set to two states at once");
    }

    void add(VariableId id, double value, const BayesianNetwork& network) {
        require_value(id, value, network);
        if (!valued.insert(id).second)
            throw ArgumentError("'" + printable(network.variable(id).name()) +
                                "' is given two values");
    }
};

}  // namespace

Intervention intervention(const BayesianNetwork& network, std::string_view variable,
                          std::string_view state) {
    const VariableId id = network.id(variable);
    return {.variable = id, .value = network.variable(id).state_id(state)};
}

void validate(const Given& given, const BayesianNetwork& network) {
    for (const Expression& condition : given.conditions) validate(condition, network);
    Known known;
    for (const ContinuousObservation& seen : given.observations)
        known.add(seen.variable, seen.value, network);
    for (const Intervention& set : given.interventions)
        std::visit([&](auto value) { known.add(set.variable, value, network); }, set.value);
}

void validate(const Query& query, const BayesianNetwork& network) {
    std::visit(
        Overloaded{
            [&](const DistributionOf& asked) { require_targets(asked.targets, network); },
            [&](const ProbabilityOf& asked) { validate(asked.event, network); },
            [&](const MostProbableAssignmentOf& asked) { require_targets(asked.targets, network); },
            [](const MostProbableExplanationOf&) {}},
        query.asked);
    validate(query.given, network);
}

}  // namespace pgm
