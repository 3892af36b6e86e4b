#pragma once

#include <pgm/core/ids.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/model/network.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace pgm {

/// "The variable is in one of these states": the atom of every logical expression. `X = a`, `X !=
/// a`, `X in {a, b}` and `X > 3` all become one of these, so that only the parser depends on how a
/// condition was written. The states are sorted and distinct; with none the condition never holds,
/// with all of them always.
struct Condition {
    VariableId variable;
    std::vector<StateId> states;

    bool holds(StateId state) const;
    friend bool operator==(const Condition&, const Condition&) = default;
};

/// "A linear function of continuous variables lies in an interval", sum_i c_i X_i in (above,
/// up_to]: the atom of expressions about continuous variables. `X > 3`, `1 < X <= 3` and `X - 2 Y >
/// 3` all become one of these. The variables are distinct and in order of their ids, and the first
/// coefficient is positive.
struct LinearCondition {
    struct Term {
        VariableId variable;
        double coefficient = 1;

        friend bool operator==(const Term&, const Term&) = default;
    };

    std::vector<Term> terms;
    Interval interval;

    friend bool operator==(const LinearCondition&, const LinearCondition&) = default;
};

enum class ExpressionKind : std::uint8_t { condition, negation, conjunction, disjunction };

/// A logical expression over the states of discrete variables and the values of continuous ones: an
/// event of the joint distribution.
///
/// A value, built from the leaves up by the named functions below:
///
///     Expression wet = any_of({is(network, "Rain", "yes"), is(network, "Sprinkler", "on")});
///
/// It is kept in postfix order, operands before their operator, in one flat list: `A or not B` is
/// [A] [B] [not, 1] [or, 2]. A function that works on it runs over the list once with a stack of
/// his own (see fold()), so no depth of nesting overflows the stack of the program. A conjunction
/// directly inside a conjunction is merged with it (likewise disjunctions), and so is a double
/// negation; otherwise the shape is as it was written.
///
/// It has ids only; whether they fit a network is checked where the two meet (validate()).
class Expression {
public:
    struct Operator {
        ExpressionKind kind;   ///< anything but a condition
        std::size_t operands;  ///< how many of the preceding subexpressions it takes

        friend bool operator==(const Operator&, const Operator&) = default;
    };
    using Node = std::variant<Condition, LinearCondition, Operator>;

    /// Sorts the states and removes doubles.
    explicit Expression(Condition condition);
    /// Adds up terms of one variable, sorts them, drops those that are zero, and turns the signs
    /// around where the first is negative.
    explicit Expression(LinearCondition condition);

    /// Nodes in postfix order; the last one is the root.
    std::span<const Node> nodes() const { return nodes_; }
    ExpressionKind kind() const;

    /// The operands of a conjunction; of any other expression, itself alone.
    std::vector<Expression> conjuncts() const;

    /// True if it is true of a complete assignment, one state per variable in id order. Throws
    /// ArgumentError for a condition on continuous variables.
    bool holds(std::span<const StateId> states) const;

    friend bool operator==(const Expression&, const Expression&) = default;

private:
    Expression() = default;
    friend Expression all_of(std::vector<Expression> operands);
    friend Expression any_of(std::vector<Expression> operands);
    friend Expression not_of(Expression operand);
    static Expression combine(ExpressionKind kind, std::vector<Expression> operands);

    std::vector<Node> nodes_;
};

// The leaves.
Expression is(VariableId variable, StateId state);
Expression is_one_of(VariableId variable, std::vector<StateId> states);
/// Conditions by name; throw ArgumentError or EvidenceError with a suggestion for a name the
/// network does not have.
Expression is(const BayesianNetwork& network, std::string_view variable, std::string_view state);
Expression is_one_of(const BayesianNetwork& network, std::string_view variable,
                     std::initializer_list<std::string_view> states);

/// A continuous variable lies in an interval.
Expression lies_in(VariableId variable, const Interval& interval);

// The operators. all_of and any_of of one operand are that operand; of none they throw
// ArgumentError.
Expression all_of(std::vector<Expression> operands);
Expression any_of(std::vector<Expression> operands);
Expression not_of(Expression operand);

/// The value of an expression, from the leaves up: `leaf(condition)` gives the value of a
/// condition of either kind, `combine(kind, operands)` that of an operator from the values of its
/// operands (a std::span). The one loop that every evaluation of an expression is made of; no
/// recursion.
template <class Value, class Leaf, class Combine>
Value fold(const Expression& expression, Leaf&& leaf, Combine&& combine) {
    std::vector<Value> values;
    for (const Expression::Node& node : expression.nodes()) {
        if (const Condition* const condition = std::get_if<Condition>(&node)) {
            values.push_back(leaf(*condition));
            continue;
        }
        if (const auto* const condition = std::get_if<LinearCondition>(&node)) {
            values.push_back(leaf(*condition));
            continue;
        }
        const auto& [kind, operands] = std::get<Expression::Operator>(node);
        const std::size_t first = values.size() - operands;
        Value value = combine(kind, std::span<Value>(values).subspan(first));
        values.erase(values.begin() + static_cast<std::ptrdiff_t>(first), values.end());
        values.push_back(std::move(value));
    }
    return std::move(values.back());
}

/// Throws ArgumentError unless every variable of the expression exists in the network, is discrete
/// and has the states named, or is continuous where values are spoken of, whose coefficients must
/// be finite and whose bounds numbers in ascending order.
void validate(const Expression& expression, const BayesianNetwork& network);

}  // namespace pgm
