#include <pgm/query/query_text.hpp>

#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <cmath>

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

std::string format_given(const BayesianNetwork& network, const Given& given) {
    std::string text;
    for (const std::string& part : format_parts(network, given))
        text += (text.empty() ? " | " : ", ") + part;
    return text;
}

std::string format_asked(const BayesianNetwork& network, const Query& query) {
    const auto names = [&](const auto& asked) {
        std::string text;
        for (const VariableId target : asked.targets)
            text += (text.empty() ? "" : ", ") + quoted_if_needed(network.variable(target).name());
        return text;
    };
    return std::visit(
        Overloaded{[&](const DistributionOf& asked) { return "P(" + names(asked); },
                   [&](const ProbabilityOf& asked) { return "P(" + format(network, asked.event); },
                   [&](const StatisticOf& asked) {
                       const bool is_quantile = asked.kind == StatisticOf::Kind::quantile;
                       return std::string(word_of(asked.kind)) + "(" + names(asked) +
                              (is_quantile ? ", " + to_text(asked.probability) : "");
                   },
                   [&](const MostProbableAssignmentOf& asked) { return "argmax(" + names(asked); },
                   [](const MostProbableExplanationOf&) { return std::string("argmax(*"); }},
        query.asked);
}

}  // namespace

std::string format(const BayesianNetwork& network, const Expression& expression) {
    return fold<Piece>(
               expression,
               [&](const auto& condition) {
                   return Piece{format_condition(network, condition), Binding::condition};
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
    for (const auto& [id, likelihood] : given.likelihoods)
        texts.push_back(format(network, id, Likelihood{likelihood}));
    for (const auto& [id, probabilities] : given.posteriors)
        texts.push_back(quoted_if_needed(network.variable(id).name()) + "~" +
                        to_text(probabilities));
    return texts;
}

std::string format(const BayesianNetwork& network, const Query& query) {
    return format_asked(network, query) + format_given(network, query.given) + ")";
}

}  // namespace pgm
