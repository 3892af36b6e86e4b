#include <pgm/causal/counterfactual.hpp>

#include <pgm/core/error.hpp>
#include <pgm/graph/ancestry.hpp>
#include <pgm/query/answer.hpp>

#include <algorithm>

namespace pgm {

namespace {

/// Y[do(X=x)]=y: the outcome is a condition on Y.
struct WorldlyEvent {
    VariableId cause;
    StateId set;
    Condition outcome;
};

/// A question that has bounds: the probability of events of other worlds, and of one in the actual
/// world, given another.
struct BoundedForm {
    std::vector<WorldlyEvent> worlds;
    std::vector<Expression> actual, given;  ///< conjunctions
};

std::vector<VariableId> variables_in_event(const Expression& expression) {
    return variables_asked_about({.asked = ProbabilityOf{expression}});
}

/// Null for an event that is about more than one variable of other worlds, or that more than one
/// variable was set for.
std::optional<WorldlyEvent> worldly_event(const Expression& expression,
                                          const std::vector<WorldlyVariable>& copies) {
    const auto* const condition = std::get_if<Condition>(&expression.nodes().front());
    if (expression.nodes().size() != 1 || condition == nullptr) return std::nullopt;
    const auto copy = std::ranges::find(copies, condition->variable, &WorldlyVariable::copy);
    const Evidence::Item& set = copy->set[0];
    const std::optional<StateId> state = state_of(set.finding);
    if (copy->set.size() != 1 || !state || copy->original == set.variable) return std::nullopt;
    return WorldlyEvent{set.variable, *state, {copy->original, condition->states}};
}

std::optional<BoundedForm> bounded_form(const CounterfactualQuery& question) {
    const Query& query = question.query;
    const auto* const asked = std::get_if<ProbabilityOf>(&query.asked);
    Given conditions;
    conditions.conditions = query.given.conditions;
    if (asked == nullptr || !query.for_each.empty() || conditions != query.given)
        return std::nullopt;
    const auto is_worldly = [&](const Expression& expression) {
        return std::ranges::any_of(variables_in_event(expression), [&](VariableId variable) {
            return variable >= question.copies.front().copy;
        });
    };
    BoundedForm form;
    for (const Expression& condition : query.given.conditions)
        for (const Expression& part : condition.conjuncts()) {
            if (is_worldly(part)) return std::nullopt;
            form.given.push_back(part);
        }
    for (const Expression& part : asked->event.conjuncts()) {
        if (!is_worldly(part)) {
            form.actual.push_back(part);
            continue;
        }
        const std::optional<WorldlyEvent> event = worldly_event(part, question.copies);
        if (!event) return std::nullopt;
        form.worlds.push_back(*event);
    }
    const auto& worlds = form.worlds;
    if (worlds.size() == 1) return form;
    if (worlds.size() != 2 || worlds[0].cause != worlds[1].cause || worlds[0].set == worlds[1].set)
        return std::nullopt;
    const BayesianNetwork& network = question.solver->network();
    return network.cardinality(worlds[0].cause) == 2 ? std::optional(form) : std::nullopt;
}

/// The bounds of events that hold together with those of another world.
class WorldBounds {
public:
    /// `known` is what the cause has no influence on.
    WorldBounds(const Solver& solver, std::vector<Expression> known) : solver_(solver) {
        known_.conditions = std::move(known);
    }

    /// Of P(Y[do(X=x)]=y, event | known).
    CounterfactualBounds of(const WorldlyEvent& world, std::vector<Expression> event) const {
        const Expression set = is(world.cause, world.set), outcome(world.outcome);
        Given doing = known_;
        doing.interventions.push_back({world.cause, world.set});
        const double elsewhere = probability({not_of(set)}),
                     would_be = std::max(
                         0.0, answer(solver_, {ProbabilityOf{outcome}, doing}).probability() -
                                  probability({outcome, set}));
        event.push_back(not_of(set));
        const double here = probability(event);
        event.back() = set;
        event.push_back(outcome);
        const double is_set = probability(event);
        return {is_set + std::max(0.0, would_be + here - elsewhere),
                is_set + std::min(would_be, here)};
    }

    double probability(const std::vector<Expression>& event) const {
        return answer(solver_, {ProbabilityOf{all_of(event)}, known_}).probability();
    }

private:
    const Solver& solver_;
    Given known_;
};

BoundedForm required_form(const CounterfactualQuery& question) {
    if (std::optional<BoundedForm> form = bounded_form(question)) return *std::move(form);
    throw ArgumentError(
        question.missing,
        "a counterfactual needs mechanisms: give chance variables of its own, without parents, "
        "and the others tables of zeros and ones; there are bounds of P(Y[do(X=x)]=y | ..)");
}

}  // namespace

void require_bounds(const CounterfactualQuery& question) {
    required_form(question);
}

CounterfactualBounds counterfactual_bounds(const CounterfactualQuery& question) {
    const BoundedForm form = required_form(question);
    const VariableId cause = form.worlds.front().cause;
    const std::vector<VariableId> below = descendants(question.solver->network().dag(), cause);
    std::vector<Expression> known, event = form.actual, given;
    for (const Expression& part : form.given) {
        const bool is_below =
            std::ranges::any_of(variables_in_event(part), [&](VariableId variable) {
                return variable == cause || std::ranges::find(below, variable) != below.end();
            });
        (is_below ? given : known).push_back(part);
    }
    event.insert(event.end(), given.begin(), given.end());
    const WorldBounds bounds(*question.solver, known);
    const double condition = given.empty() ? 1 : bounds.probability(given);
    if (condition == 0) throw ImpossibleEvidenceError("the condition has probability zero");
    CounterfactualBounds joint{0, 0};
    for (std::size_t i = 0; i < form.worlds.size(); ++i) {
        std::vector<Expression> with_other = event;
        if (form.worlds.size() == 2) {
            const WorldlyEvent& other = form.worlds[1 - i];
            with_other.push_back(is(cause, other.set));
            with_other.emplace_back(other.outcome);
        }
        const CounterfactualBounds part = bounds.of(form.worlds[i], std::move(with_other));
        joint.low += part.low;
        joint.high += part.high;
    }
    return {std::min(1.0, joint.low / condition), std::min(1.0, joint.high / condition)};
}

}  // namespace pgm
