#include <pgm/query/detail/parse_condition.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/model/detail/name_lookup.hpp>
#include <pgm/query/detail/parse_linear_condition.hpp>
#include <pgm/query/detail/state_order.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace pgm::detail {
namespace {

std::optional<Comparison> comparison_of(TokenKind kind) {
    switch (kind) {
        case TokenKind::less:
            return Comparison::less;
        case TokenKind::less_equal:
            return Comparison::less_equal;
        case TokenKind::greater:
            return Comparison::greater;
        case TokenKind::greater_equal:
            return Comparison::greater_equal;
        default:
            return std::nullopt;
    }
}

/// After the relation: "{a, b}".
std::vector<StateId> take_state_set(TokenCursor& cursor, const Variable& variable) {
    cursor.expect(TokenKind::open_brace, "'{'", "a set of states is written {a, b}");
    std::vector<StateId> states;
    if (cursor.take_if(TokenKind::close_brace)) return states;
    do {
        states.push_back(take_state(cursor, variable));
    } while (cursor.take_if(TokenKind::comma));
    cursor.expect(TokenKind::close_brace, "',' or '}'");
    return states;
}

std::vector<StateId> take_compared_states(TokenCursor& cursor, const Variable& variable,
                                          Comparison comparison) {
    const std::size_t known = state_length(cursor, variable);
    const Token bound = cursor.joined(std::max<std::size_t>(known, 1));
    if (bound.kind != TokenKind::word && bound.kind != TokenKind::quoted) {
        throw ParseError("expected a number or a state of '" + printable(variable.name()) +
                             "', found " + described(bound),
                         place_of(bound));
    }
    cursor.take_joined(std::max<std::size_t>(known, 1));
    try {
        return states_satisfying(variable, comparison, bound.text);
    } catch (const ArgumentError& error) {
        throw ParseError(error.message(), place_of(bound), error.hint());
    }
}

std::vector<StateId> all_except(const Variable& variable, const std::vector<StateId>& excluded) {
    std::vector<bool> is_excluded(variable.cardinality());
    for (const StateId state : excluded) is_excluded[state.index()] = true;
    std::vector<StateId> states;
    for (std::size_t index = 0; index < is_excluded.size(); ++index) {
        if (!is_excluded[index]) states.emplace_back(index);
    }
    return states;
}

/// "in", "not in" and their signs; nothing is taken when none is there.
enum class SetSign { none, in, not_in };

SetSign take_membership(TokenCursor& cursor) {
    if (cursor.take_if(TokenKind::in_sign)) return SetSign::in;
    if (cursor.take_if(TokenKind::not_in_sign)) return SetSign::not_in;
    if (is_keyword(cursor.peek(), "in")) {
        cursor.take();
        return SetSign::in;
    }
    if (is_keyword(cursor.peek(), "not") && is_keyword(cursor.peek(1), "in")) {
        cursor.take();
        cursor.take();
        return SetSign::not_in;
    }
    return SetSign::none;
}

/// Soft evidence is no event, so no part of an expression.
[[noreturn]] void throw_soft_evidence(const Token& sign, const Variable& variable) {
    const std::string name = printable_word(variable.name());
    throw ParseError("soft evidence cannot stand here", place_of(sign),
                     name + "=[...] and " + name +
                         "~[...] stand between commas on the right of '|', by themselves");
}

std::vector<StateId> take_relation(TokenCursor& cursor, const Variable& variable) {
    const Token& sign = cursor.peek();
    if (sign.kind == TokenKind::tilde) throw_soft_evidence(sign, variable);
    if (const auto comparison = comparison_of(cursor.peek().kind)) {
        cursor.take();
        return take_compared_states(cursor, variable, *comparison);
    }
    if (cursor.take_if(TokenKind::equal)) {
        if (begins_number_list(cursor) && state_length(cursor, variable) == 0)
            throw_soft_evidence(sign, variable);
        return {take_state(cursor, variable)};
    }
    if (cursor.take_if(TokenKind::not_equal))
        return all_except(variable, {take_state(cursor, variable)});
    switch (take_membership(cursor)) {
        case SetSign::in:
            return take_state_set(cursor, variable);
        case SetSign::not_in:
            return all_except(variable, take_state_set(cursor, variable));
        case SetSign::none:
            break;
    }
    throw ParseError(
        "expected =, !=, <, <=, >, >= or in after '" + printable(variable.name()) + "', found " +
            described(cursor.peek()),
        place_of(cursor.peek()),
        "a condition names the variable and its state: " + printable_word(variable.name()) + "=" +
            printable_word(variable.states().front()));
}

}  // namespace

Expression parse_condition(TokenCursor& cursor, const BayesianNetwork& network) {
    if (is_keyword(cursor.peek(), "do") && cursor.peek(1).kind == TokenKind::open) {
        throw ParseError("do(...) cannot stand here", place_of(cursor.peek()),
                         "interventions stand between commas on the right of '|'");
    }
    if (begins_linear_condition(cursor, network)) return parse_linear_condition(cursor, network);
    const Token name = take_name(cursor, network, "a condition");
    const VariableId id = discrete_variable_named(network, name);
    return Expression(Condition{id, take_relation(cursor, network.variable(id))});
}

}  // namespace pgm::detail
