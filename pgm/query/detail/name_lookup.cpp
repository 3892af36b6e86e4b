#include <pgm/query/detail/name_lookup.hpp>

#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/suggest.hpp>

#include <algorithm>
#include <array>
#include <vector>

namespace pgm::detail {
namespace {

bool is_reserved(const Token& token) {
    constexpr std::array<std::string_view, 4> reserved = {"and", "or", "not", "in"};
    return std::any_of(reserved.begin(), reserved.end(),
                       [&](std::string_view keyword) { return is_keyword(token, keyword); });
}

bool may_be_name(const Token& token) {
    return token.kind == TokenKind::quoted ||
           (token.kind == TokenKind::word && !is_reserved(token));
}

[[noreturn]] void throw_expected(std::string_view what, const Token& found, std::string hint = {}) {
    if (is_reserved(found))
        hint = "a name spelled like the word '" + printable(found.text) + "' is put in quotes";
    throw ParseError("expected " + std::string(what) + ", found " + described(found),
                     place_of(found), std::move(hint));
}

bool begins_comparison(TokenKind kind) {
    return kind == TokenKind::less || kind == TokenKind::less_equal || kind == TokenKind::greater ||
           kind == TokenKind::greater_equal;
}

}  // namespace

Location place_of(const Token& token) {
    return {.column = static_cast<std::uint32_t>(token.column)};
}

const Token& take_name(TokenCursor& cursor, std::string_view what) {
    if (!may_be_name(cursor.peek())) throw_expected(what, cursor.peek());
    return cursor.take();
}

VariableId variable_named(const BayesianNetwork& network, const Token& token) {
    if (const auto id = network.find(token.text)) return *id;
    throw ParseError("no variable '" + printable(token.text) + "'", place_of(token),
                     did_you_mean(token.text, names_of(network.variables())));
}

VariableId discrete_variable_named(const BayesianNetwork& network, const Token& token) {
    const VariableId id = variable_named(network, token);
    if (network.variable(id).is_discrete()) return id;
    throw ParseError("'" + printable(token.text) + "' is continuous", place_of(token),
                     "queries speak of variables with states only");
}

StateId take_state(TokenCursor& cursor, const Variable& variable) {
    const Token& token = cursor.peek();
    const bool is_text = token.kind == TokenKind::word || token.kind == TokenKind::quoted;
    const auto state = is_text ? variable.find_state(token.text) : std::nullopt;
    if (state) {
        cursor.take();
        return *state;
    }
    if (may_be_name(token)) {
        throw ParseError("variable '" + printable(variable.name()) + "' has no state '" +
                             printable(token.text) + "'",
                         place_of(token), did_you_mean(token.text, variable.states()));
    }
    throw_expected("a state of '" + printable(variable.name()) + "'", token,
                   begins_comparison(token.kind) ? "comparisons are written < <= > >=; a state "
                                                   "that begins with '<' or '>' is put in quotes"
                                                 : "");
}

}  // namespace pgm::detail
