#include <pgm/query/expression.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

namespace pgm {

bool Condition::holds(StateId state) const {
    return std::binary_search(states.begin(), states.end(), state);
}

Expression::Expression(Condition condition) {
    std::sort(condition.states.begin(), condition.states.end());
    condition.states.erase(std::unique(condition.states.begin(), condition.states.end()),
                           condition.states.end());
    nodes_.emplace_back(std::move(condition));
}

Expression::Expression(LinearCondition condition) {
    std::vector<LinearCondition::Term>& terms = condition.terms;
    std::ranges::stable_sort(terms, {}, &LinearCondition::Term::variable);
    std::vector<LinearCondition::Term> summed;
    for (const LinearCondition::Term& term : terms) {
        if (summed.empty() || summed.back().variable != term.variable)
            summed.push_back(term);
        else
            summed.back().coefficient += term.coefficient;
    }
    std::erase_if(summed, [](const LinearCondition::Term& term) { return term.coefficient == 0; });
    if (!summed.empty() && summed.front().coefficient < 0) {
        for (LinearCondition::Term& term : summed) term.coefficient = -term.coefficient;
        // -x in (a, b] is x in [-b, -a), which begins after the number before -b.
        const auto [above, up_to] = condition.interval;
        condition.interval = {std::nextafter(-up_to, -infinity), std::nextafter(-above, -infinity)};
        if (std::isinf(up_to)) condition.interval.above = -infinity;
        if (std::isinf(above)) condition.interval.up_to = infinity;
    }
    terms = std::move(summed);
    nodes_.emplace_back(std::move(condition));
}

ExpressionKind Expression::kind() const {
    const Operator* const root = std::get_if<Operator>(&nodes_.back());
    return root ? root->kind : ExpressionKind::condition;
}

Expression Expression::combine(ExpressionKind kind, std::vector<Expression> operands) {
    if (operands.empty())
        throw ArgumentError("a conjunction or disjunction needs at least one operand");
    Expression result = std::move(operands.front());
    if (operands.size() == 1) return result;
    std::size_t count = 0;
    for (Expression& operand : operands) {
        std::vector<Node>& nodes = &operand == &operands.front() ? result.nodes_ : operand.nodes_;
        const Operator* const root = std::get_if<Operator>(&nodes.back());
        if (root && root->kind == kind) {
            count += root->operands;
            nodes.pop_back();
        } else {
            ++count;
        }
        if (&nodes != &result.nodes_)
            std::move(nodes.begin(), nodes.end(), std::back_inserter(result.nodes_));
    }
    result.nodes_.emplace_back(Operator{kind, count});
    return result;
}

Expression all_of(std::vector<Expression> operands) {
    return Expression::combine(ExpressionKind::conjunction, std::move(operands));
}
Expression any_of(std::vector<Expression> operands) {
    return Expression::combine(ExpressionKind::disjunction, std::move(operands));
}

Expression not_of(Expression operand) {
    if (operand.kind() == ExpressionKind::negation) {
        operand.nodes_.pop_back();
    } else {
        operand.nodes_.emplace_back(Expression::Operator{ExpressionKind::negation, 1});
    }
    return operand;
}

std::vector<Expression> Expression::conjuncts() const {
    if (kind() != ExpressionKind::conjunction) return {*this};
    // One pass over the list, gluing the pieces that belong together: when an operator is met, its
    // operands are the last pieces, and they are adjacent.
    std::vector<std::size_t> begins;
    for (std::size_t i = 0; i + 1 < nodes_.size(); ++i) {
        if (const Operator* const met = std::get_if<Operator>(&nodes_[i])) {
            begins.resize(begins.size() - met->operands + 1);
        } else {
            begins.push_back(i);
        }
    }
    std::vector<Expression> pieces;
    for (std::size_t piece = 0; piece < begins.size(); ++piece) {
        const std::size_t end = piece + 1 < begins.size() ? begins[piece + 1] : nodes_.size() - 1;
        Expression expression;
        expression.nodes_.assign(nodes_.begin() + static_cast<std::ptrdiff_t>(begins[piece]),
                                 nodes_.begin() + static_cast<std::ptrdiff_t>(end));
        pieces.push_back(std::move(expression));
    }
    return pieces;
}

bool Expression::holds(std::span<const StateId> states) const {
    const auto leaf =
        Overloaded{[&](const Condition& condition) -> char {
                       return condition.holds(states[condition.variable.index()]);
                   },
                   [](const LinearCondition&) -> char {
                       throw ArgumentError("states do not say whether a condition on values holds");
                   }};
    const auto operation = [](ExpressionKind kind, std::span<const char> values) -> char {
        const auto is_true = [](char value) { return value != 0; };
        if (kind == ExpressionKind::negation) return !values.front();
        return kind == ExpressionKind::conjunction
                   ? std::all_of(values.begin(), values.end(), is_true)
                   : std::any_of(values.begin(), values.end(), is_true);
    };
    return fold<char>(*this, leaf, operation) != 0;
}

Expression lies_in(VariableId variable, const Interval& interval) {
    return Expression(LinearCondition{{{variable, 1}}, interval});
}

Expression is(VariableId variable, StateId state) {
    return Expression(Condition{variable, {state}});
}

Expression is_one_of(VariableId variable, std::vector<StateId> states) {
    return Expression(Condition{variable, std::move(states)});
}

Expression is(const BayesianNetwork& network, std::string_view variable, std::string_view state) {
    const VariableId id = network.id(variable);
    return is(id, network.variable(id).state_id(state));
}

Expression is_one_of(const BayesianNetwork& network, std::string_view variable,
                     std::initializer_list<std::string_view> states) {
    const VariableId id = network.id(variable);
    std::vector<StateId> ids;
    for (const std::string_view state : states) ids.push_back(network.variable(id).state_id(state));
    return is_one_of(id, std::move(ids));
}

namespace {

const Variable& known_variable(VariableId id, const BayesianNetwork& network) {
    if (id.index() < network.size()) return network.variable(id);
    throw ArgumentError("an expression names variable number " + std::to_string(id.value) +
                        ", the network has " + std::to_string(network.size()));
}

void validate(const Condition& condition, const BayesianNetwork& network) {
    const Variable& variable = known_variable(condition.variable, network);
    if (!variable.is_discrete())
        throw ArgumentError("'" + printable(variable.name()) +
                            "' is continuous and has no states that an expression could name");
    if (!condition.states.empty() && condition.states.back().index() >= variable.cardinality()) {
        throw ArgumentError("an expression names state number " +
                            std::to_string(condition.states.back().value) + " of '" +
                            printable(variable.name()) + "', which has " +
                            std::to_string(variable.cardinality()));
    }
}

void validate(const LinearCondition& condition, const BayesianNetwork& network) {
    if (condition.terms.empty())
        throw ArgumentError("a condition on values is about no variable",
                            "a variable with a coefficient of 0 is none");
    for (const LinearCondition::Term& term : condition.terms) {
        const Variable& variable = known_variable(term.variable, network);
        if (variable.is_discrete())
            throw ArgumentError("'" + printable(variable.name()) +
                                "' is discrete and has states, not values");
        if (!std::isfinite(term.coefficient))
            throw ArgumentError("the coefficient of '" + printable(variable.name()) +
                                "' is not a finite number");
    }
    if (condition.interval.above < condition.interval.up_to) return;
    throw ArgumentError("the interval of a condition on values is empty: above " +
                            to_text(condition.interval.above) + " and up to " +
                            to_text(condition.interval.up_to),
                        "the first bound is the lower one");
}

}  // namespace

void validate(const Expression& expression, const BayesianNetwork& network) {
    for (const Expression::Node& node : expression.nodes()) {
        std::visit(Overloaded{[](const Expression::Operator&) {},
                              [&](const auto& condition) { validate(condition, network); }},
                   node);
    }
}

}  // namespace pgm
