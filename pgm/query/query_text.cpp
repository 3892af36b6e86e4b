#include <pgm/query/query_text.hpp>

#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

namespace pgm {

namespace {

/// How tightly a piece of text binds, loosest first: a looser piece inside a tighter operator needs
/// parentheses.
enum class Binding : std::uint8_t { disjunction, conjunction, negation, condition };

struct Piece {
    std::string text;
    Binding binding = Binding::condition;
};

std::string in_parentheses_below(const Piece& piece, Binding outer) {
    return piece.binding < outer ? "(" + piece.text + ")" : piece.text;
}

std::string condition_text(const BayesianNetwork& network, const Condition& condition) {
    const Variable& variable = network.variable(condition.variable);
    const std::string name = quoted_if_needed(variable.name());
    if (condition.states.size() == 1)
        return name + "=" + quoted_if_needed(variable.state(condition.states.front()));
    std::string set;
    for (const StateId state : condition.states)
        set += (set.empty() ? "" : ", ") + quoted_if_needed(variable.state(state));
    return name + " in {" + set + "}";
}

Piece operator_piece(ExpressionKind kind, std::span<const Piece> operands) {
    if (kind == ExpressionKind::negation)
        return {"not " + in_parentheses_below(operands.front(), Binding::negation),
                Binding::negation};
    const bool conjunction = kind == ExpressionKind::conjunction;
    const Binding binding = conjunction ? Binding::conjunction : Binding::disjunction;
    std::string text;
    for (const Piece& operand : operands)
        text += (text.empty()  ? ""
                 : conjunction ? " and "
                               : " or ") +
                in_parentheses_below(operand, binding);
    return {std::move(text), binding};
}

std::string given_text(const BayesianNetwork& network, const Given& given) {
    std::string text;
    for (const std::string& part : to_texts(network, given))
        text += (text.empty() ? " | " : ", ") + part;
    return text;
}

std::string left_text(const BayesianNetwork& network, const Query& query) {
    if (query.kind == QueryKind::most_probable_explanation) return "*";
    if (query.kind == QueryKind::probability) return to_text(network, *query.event);
    std::string names;
    for (const VariableId target : query.targets)
        names += (names.empty() ? "" : ", ") + quoted_if_needed(network.variable(target).name());
    return names;
}

}  // namespace

std::string to_text(const BayesianNetwork& network, const Expression& expression) {
    return fold<Piece>(
               expression,
               [&](const Condition& condition) {
                   return Piece{condition_text(network, condition), Binding::condition};
               },
               operator_piece)
        .text;
}

std::vector<std::string> to_texts(const BayesianNetwork& network, const Given& given) {
    std::vector<std::string> texts;
    const auto in_do = [](const std::string& equation) { return "do(" + equation + ")"; };
    for (const Expression& condition : given.conditions)
        texts.push_back(to_text(network, condition));
    for (const Intervention& made : given.interventions) {
        const Variable& variable = network.variable(made.variable);
        texts.push_back(in_do(quoted_if_needed(variable.name()) + "=" +
                              quoted_if_needed(variable.state(made.state))));
    }
    for (const Measurement& measurement : given.measurements) {
        const std::string name = quoted_if_needed(network.variable(measurement.variable).name());
        const std::string equation = name + "=" + to_text(measurement.value);
        texts.push_back(measurement.made ? in_do(equation) : equation);
    }
    return texts;
}

std::string to_text(const BayesianNetwork& network, const Query& query) {
    const bool argmax = query.kind == QueryKind::most_probable_assignment ||
                        query.kind == QueryKind::most_probable_explanation;
    return (argmax ? "argmax(" : "P(") + left_text(network, query) +
           given_text(network, query.given) + ")";
}

}  // namespace pgm
