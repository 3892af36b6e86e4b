#include <pgm/query/query_text.hpp>

#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>

namespace pgm {

namespace {

/// How tightly a piece of text binds, loosest first: a looser piece inside a tighter operator needs
/// parentheses.
enum class Binding : std::uint8_t { disjunction, conjunction, negation, condition };

struct ExpressionText {
    std::string text;
    Binding binding = Binding::condition;
};

std::string in_parentheses_below(const ExpressionText& piece, Binding outer) {
    return piece.binding < outer ? "(" + piece.text + ")" : piece.text;
}

std::string format_condition(const BayesianNetwork& network, const Condition& condition) {
    const Variable& variable = network.variable(condition.variable);
    const std::string name = quoted_if_needed(variable.name());
    if (condition.states.size() == 1)
        return name + "=" + quoted_if_needed(variable.state(condition.states.front()));
    std::string set;
    for (const StateId state : condition.states)
        set += (set.empty() ? "" : ", ") + quoted_if_needed(variable.state(state));
    return name + " in {" + set + "}";
}

/// "X - 2 Y > 3"
std::string format_condition(const BayesianNetwork& network, const LinearCondition& condition) {
    std::string sum;
    for (const auto& [variable, coefficient] : condition.terms) {
        if (!sum.empty()) sum += coefficient < 0 ? " - " : " + ";
        if (const double size = std::abs(coefficient); size != 1) sum += to_text(size) + " ";
        sum += quoted_if_needed(network.variable(variable).name());
    }
    return interval_text(sum, condition.interval);
}

ExpressionText operator_piece(ExpressionKind kind, std::span<const ExpressionText> operands) {
    if (kind == ExpressionKind::negation)
        return {"not " + in_parentheses_below(operands.front(), Binding::negation),
                Binding::negation};
    const bool conjunction = kind == ExpressionKind::conjunction;
    const Binding binding = conjunction ? Binding::conjunction : Binding::disjunction;
    std::string text;
    for (const ExpressionText& operand : operands)
        text += (text.empty()  ? ""
                 : conjunction ? " and "
                               : " or ") +
                in_parentheses_below(operand, binding);
    return {std::move(text), binding};
}

/// " | I, Wet=yes, do(S)"; `known` are averaged over.
std::string format_given(const BayesianNetwork& network, const Query& query,
                         std::span<const VariableId> known) {
    std::vector<std::string> parts;
    const auto name = [&](VariableId id) { return quoted_if_needed(network.variable(id).name()); };
    for (const VariableId id : known) parts.push_back(name(id));
    for (const ForEach& each : query.for_each)
        parts.push_back(each.is_set ? "do(" + name(each.variable) + ")" : name(each.variable));
    for (std::string& part : format_parts(network, query.given)) parts.push_back(std::move(part));
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? " | " : ", ") + part;
    return text + ")";
}

/// "2 X - Y + 1"
std::string format_form(const BayesianNetwork& network, const LinearForm& form) {
    std::string text;
    const auto add = [&](double coefficient, const std::string& of) {
        const double size = std::abs(coefficient);
        const char* const sign = coefficient < 0 ? "-" : "+";
        if (!text.empty())
            text += " " + std::string(sign) + " ";
        else if (coefficient < 0)
            text += "- ";
        if (of.empty() || size != 1) text += to_text(size) + (of.empty() ? "" : " ");
        text += of;
    };
    for (const auto& [variable, coefficient] : form.terms)
        add(coefficient, quoted_if_needed(network.variable(variable).name()));
    if (form.constant != 0) add(form.constant, "");
    return text;
}

/// "argmax(", or "argmax 5 (" where the next best are asked for.
std::string format_argmax(std::size_t count) {
    return count == 1 ? "argmax(" : "argmax " + std::to_string(count) + " (";
}

std::string format_question(const BayesianNetwork& network, const Query& query) {
    const auto names = [&](std::span<const VariableId> targets) {
        std::string text;
        for (const VariableId target : targets)
            text += (text.empty() ? "" : ", ") + quoted_if_needed(network.variable(target).name());
        return text;
    };
    std::span<const VariableId> known;
    const std::string left = std::visit(
        Overloaded{
            [&](const DistributionOf& asked) { return "P(" + names(asked.targets); },
            [&](const ProbabilityOf& asked) { return "P(" + format(network, asked.event); },
            [&](const OddsOf& asked) { return "odds(" + format(network, asked.event); },
            [&](const StatisticOf& asked) {
                std::string text;
                for (const LinearForm& target : asked.targets)
                    text += (text.empty() ? "" : ", ") + format_form(network, target);
                const bool is_quantile = asked.kind == StatisticOf::Kind::quantile;
                return std::string(word_of(asked.kind)) + "(" + text +
                       (is_quantile ? ", " + to_text(asked.probability) : "");
            },
            [&](const EntropyOf& asked) {
                known = asked.known;
                return "H(" + names(asked.targets);
            },
            [&](const MutualInformationOf& asked) {
                known = asked.known;
                return "I(" + names(asked.left) + "; " + names(asked.right);
            },
            [&](const MostProbableAssignmentOf& asked) {
                return format_argmax(asked.count) + names(asked.targets);
            },
            [](const MostProbableExplanationOf& asked) { return format_argmax(asked.count) + "*"; },
            [](const FormulaOf&) { return std::string(); }},
        query.asked);
    return left + format_given(network, query, known);
}

/// Part of a formula as text, and whether it is a sum or a product.
struct FormulaPiece {
    enum class Kind : std::uint8_t { sum, product, factor };

    std::string text;
    Kind kind = Kind::factor;

    std::string inside(Kind least) const { return kind < least ? "(" + text + ")" : text; }
};

FormulaPiece joined(FormulaNode::Operator sign, const FormulaPiece& a, const FormulaPiece& b) {
    using Kind = FormulaPiece::Kind;
    switch (sign) {
        case FormulaNode::Operator::add:
            return {a.text + " + " + b.inside(Kind::product), Kind::sum};
        case FormulaNode::Operator::subtract:
            return {a.text + " - " + b.inside(Kind::product), Kind::sum};
        case FormulaNode::Operator::multiply:
            return {a.inside(Kind::product) + " * " + b.inside(Kind::factor), Kind::product};
        case FormulaNode::Operator::divide:
            break;
    }
    return {a.inside(Kind::product) + " / " + b.inside(Kind::factor), Kind::product};
}

std::string format_formula(const BayesianNetwork& network, const FormulaOf& formula) {
    std::vector<FormulaPiece> pieces;
    for (const auto& [content] : formula.nodes) {
        if (const auto* const sign = std::get_if<FormulaNode::Operator>(&content)) {
            const FormulaPiece right = pieces.back();
            pieces.pop_back();
            pieces.back() = joined(*sign, pieces.back(), right);
        } else if (const double* const number = std::get_if<double>(&content)) {
            pieces.push_back({to_text(*number)});
        } else {
            pieces.push_back({format(network, std::get<Query>(content))});
        }
    }
    return pieces.back().text;
}

/// The one state of a row with probability 1; null for any other row.
std::optional<StateId> certain_state(std::span<const double> row) {
    const auto one = std::ranges::find(row, 1.0);
    if (one == row.end()) return std::nullopt;
    return StateId(static_cast<std::size_t>(one - row.begin()));
}

/// "X ~ [0.4, 0.6]", "X := Z" or "X := if Z=a then s else t", as it is read; a table that the
/// language does not have is "X ~ P(X | Z)".
std::string format_mechanism(const BayesianNetwork& network, const TableCpd& mechanism) {
    const Variable& variable = network.variable(mechanism.child());
    const std::string name = quoted_if_needed(variable.name());
    if (mechanism.parents().empty()) return name + " ~ " + to_text(mechanism.row(0));
    std::vector<Expression> rows;  // those that have not the state of the first one
    std::optional<StateId> other;
    const std::optional<StateId> first = certain_state(mechanism.row(0));
    bool is_copy = mechanism.parents().size() == 1, is_rule = first.has_value();
    const auto sizes = mechanism.cardinalities();
    const Scope parents({mechanism.parents().begin(), mechanism.parents().end()},
                        {sizes.begin(), sizes.end() - 1});
    for (std::size_t row = 0; row < mechanism.row_count(); ++row) {
        const std::optional<StateId> state = certain_state(mechanism.row(row));
        const std::vector<StateId> at = parents.states(row);
        is_copy = is_copy && state &&
                  network.variable(parents.variables()[0]).state(at[0]) == variable.state(*state);
        if (state == first) continue;
        is_rule = is_rule && state && (!other || state == other);
        other = state;
        std::vector<Expression> conditions;
        for (std::size_t i = 0; i < at.size(); ++i)
            conditions.push_back(is(parents.variables()[i], at[i]));
        rows.push_back(all_of(std::move(conditions)));
    }
    if (is_copy)
        return name + " := " + quoted_if_needed(network.variable(parents.variables()[0]).name());
    if (is_rule && other)
        return name + " := if " + format(network, any_of(std::move(rows))) + " then " +
               quoted_if_needed(variable.state(*other)) + " else " +
               quoted_if_needed(variable.state(*first));
    std::string names;
    for (const VariableId parent : mechanism.parents())
        names += (names.empty() ? "" : ", ") + quoted_if_needed(network.variable(parent).name());
    return name + " ~ P(" + name + " | " + names + ")";
}

}  // namespace

std::string format(const BayesianNetwork& network, const Expression& expression) {
    return fold<ExpressionText>(
               expression,
               [&](const auto& condition) {
                   return ExpressionText{format_condition(network, condition), Binding::condition};
               },
               operator_piece)
        .text;
}

std::vector<std::string> format_parts(const BayesianNetwork& network, const Given& given) {
    std::vector<std::string> texts;
    for (const Expression& condition : given.conditions)
        texts.push_back(format(network, condition));
    const auto equation = [&](VariableId id, const std::string& value) {
        return quoted_if_needed(network.variable(id).name()) + "=" + value;
    };
    for (const ContinuousObservation& seen : given.observations)
        texts.push_back(equation(seen.variable, to_text(seen.value)));
    for (const auto& [id, value] : given.interventions) {
        const StateId* const state = std::get_if<StateId>(&value);
        texts.push_back("do(" +
                        equation(id, state ? quoted_if_needed(network.variable(id).state(*state))
                                           : to_text(std::get<double>(value))) +
                        ")");
    }
    for (const TableCpd& mechanism : given.mechanisms)
        texts.push_back("do(" + format_mechanism(network, mechanism) + ")");
    for (const auto& [id, likelihood] : given.likelihoods)
        texts.push_back(format(network, id, Likelihood{likelihood}));
    for (const auto& [id, probabilities] : given.posteriors)
        texts.push_back(quoted_if_needed(network.variable(id).name()) + "~" +
                        to_text(probabilities));
    return texts;
}

std::string format(const BayesianNetwork& network, const Query& query) {
    const auto* const formula = std::get_if<FormulaOf>(&query.asked);
    return formula ? format_formula(network, *formula) : format_question(network, query);
}

}  // namespace pgm
