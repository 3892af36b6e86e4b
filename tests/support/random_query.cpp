#include <tests/support/random_query.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace pgm::tests {
namespace {

const std::string& one_of(Rng& rng, const std::vector<std::string>& spellings) {
    return spellings[rng.below(spellings.size())];
}

VariableId random_variable(Rng& rng, const BayesianNetwork& network) {
    return VariableId(rng.below(network.size()));
}

RandomExpression random_condition(Rng& rng, const BayesianNetwork& network) {
    const VariableId id = random_variable(rng, network);
    const Variable& variable = network.variable(id);
    const bool single = rng.below(3) > 0, negated = rng.below(3) == 0;
    std::vector<bool> named(variable.cardinality());
    if (single) {
        named[rng.below(named.size())] = true;
    } else {
        for (std::size_t state = 0; state < named.size(); ++state) named[state] = rng.below(2) == 0;
    }

    std::string list;
    std::vector<StateId> states;
    for (std::size_t state = 0; state < named.size(); ++state) {
        if (named[state]) list += (list.empty() ? "" : ", ") + variable.states()[state];
        if (named[state] != negated) states.emplace_back(state);
    }
    const std::string text =
        variable.name() + (single ? one_of(rng, negated ? std::vector<std::string>{"!=", " ≠ "}
                                                        : std::vector<std::string>{"=", " == "}) +
                                        list
                                  : (negated ? " not in {" : " in {") + list + "}");
    const auto holds = [id, named, negated](std::span<const StateId> all) {
        return named[all[id.index()].index()] != negated;
    };
    return {text, is_one_of(id, states), holds};
}

RandomExpression negation(RandomExpression operand, Rng& rng) {
    const auto holds = [inner = operand.holds](std::span<const StateId> all) {
        return !inner(all);
    };
    return {one_of(rng, {"not ", "!", "NOT ", "¬"}) + "(" + operand.text + ")",
            not_of(operand.typed), holds};
}

RandomExpression junction(std::vector<RandomExpression> operands, bool conjunction, Rng& rng) {
    std::string text;
    std::vector<Expression> typed;
    for (const RandomExpression& operand : operands) {
        const std::string sign = conjunction ? one_of(rng, {" and ", "&", " && ", " ∧ ", ", "})
                                             : one_of(rng, {" or ", "||", " ∨ "});
        text += (text.empty() ? "" : sign) + "(" + operand.text + ")";
        typed.push_back(operand.typed);
    }
    const auto holds = [operands, conjunction](std::span<const StateId> all) {
        const auto operand_holds = [&](const RandomExpression& operand) {
            return operand.holds(all);
        };
        return conjunction ? std::all_of(operands.begin(), operands.end(), operand_holds)
                           : std::any_of(operands.begin(), operands.end(), operand_holds);
    };
    return {"(" + text + ")", conjunction ? all_of(typed) : any_of(typed), holds};
}

}  // namespace

RandomExpression random_expression(Rng& rng, const BayesianNetwork& network, std::size_t depth) {
    if (depth == 0 || rng.below(5) == 0) return random_condition(rng, network);
    const std::uint64_t kind = rng.below(5);
    if (kind == 0) return negation(random_expression(rng, network, depth - 1), rng);
    std::vector<RandomExpression> operands;
    for (std::uint64_t count = 2 + rng.below(3); count > 0; --count)
        operands.push_back(random_expression(rng, network, depth - 1));
    return junction(std::move(operands), kind < 3, rng);
}

RandomGiven random_given(Rng& rng, const BayesianNetwork& network) {
    RandomGiven given;
    std::vector<std::function<bool(std::span<const StateId>)>> all;
    for (std::uint64_t count = rng.below(4); count > 0; --count) {
        const RandomExpression expression = random_expression(rng, network, rng.below(3));
        given.text += (given.text.empty() ? " | " : ", ") + expression.text;
        given.typed.conditions.push_back(expression.typed);
        all.push_back(expression.holds);
    }
    if (rng.below(3) == 0) {
        const VariableId id = random_variable(rng, network);
        const StateId state(rng.below(network.cardinality(id)));
        given.text += (given.text.empty() ? " | do(" : ", do(") + network.variable(id).name() +
                      "=" + network.variable(id).state(state) + ")";
        given.typed.interventions.push_back({id, state});
    }
    given.holds = [all](std::span<const StateId> states) {
        return std::all_of(all.begin(), all.end(),
                           [&](const auto& holds) { return holds(states); });
    };
    return given;
}

}  // namespace pgm::tests
