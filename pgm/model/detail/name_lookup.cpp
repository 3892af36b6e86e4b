#include <pgm/model/detail/name_lookup.hpp>

#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/model/state_lookup.hpp>

#include <algorithm>
#include <vector>

namespace pgm::detail {
namespace {

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

/// For a sign of comparison where a state should stand, as in `A =< a` and `A => B`.
std::string hint_for_sign(TokenKind kind) {
    const std::string comparisons = "comparisons are written < <= > >=";
    if (kind == TokenKind::greater)
        return comparisons + ", and 'if a, then b' is written 'not a or b'";
    const bool is_comparison = kind == TokenKind::less || kind == TokenKind::less_equal ||
                               kind == TokenKind::greater_equal;
    return is_comparison ? comparisons : "";
}

/// The most tokens from here on that together are a known name; 0 where none are.
template <class IsKnown>
std::size_t known_length(const TokenCursor& cursor, Extent extent, IsKnown&& is_known) {
    std::size_t length = cursor.name_length(extent);
    while (length > 0 && !is_known(cursor.joined_text(length))) --length;
    return length;
}

/// For what is the state of a variable, "yes", a variable with its state, "smoke: yes", or the end
/// of a number with a decimal comma, "8"; else empty.
std::string hint_for_other_than_name(const KnownNames& names, std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon != text.npos && names.find(text.substr(0, colon))) {
        const std::size_t state = text.find_first_not_of(' ', colon + 1);
        const std::string name = printable_word(text.substr(0, colon));
        if (state == text.npos) return "a finding has no colon: " + name + "=...";
        return "a finding is written " + name + "=" + printable_word(text.substr(state));
    }
    if (parse_number(text)) return "numbers have a decimal point: 1.5";
    const Variable* owner = nullptr;
    std::size_t owners = 0;
    for (const Variable& variable : names.variables()) {
        if (!variable.is_discrete() || !variable.find_state(text)) continue;
        if (owners++ == 0) owner = &variable;
    }
    if (owner == nullptr) return {};
    return "'" + printable(text) + "' is a state of '" + printable(owner->name()) + "'" +
           (owners > 1 ? " and others" : "") + ": " + printable_word(owner->name()) + "=" +
           printable_word(text);
}

}  // namespace

Location place_of(const Token& token) {
    return {.column = static_cast<std::uint32_t>(token.column)};
}

std::optional<VariableId> KnownNames::find(std::string_view name) const {
    if (network_ != nullptr) return network_->find(name);
    const auto found = sorted_.find(name, name_of());
    return found ? std::optional(VariableId(*found)) : std::nullopt;
}

std::size_t name_length(const TokenCursor& cursor, const KnownNames& names) {
    if (!may_be_name(cursor.peek())) return 1;
    const auto is_known = [&](std::string_view name) { return names.find(name).has_value(); };
    if (const std::size_t known = known_length(cursor, Extent::words, is_known)) return known;
    // Of an unknown name, a tilde is rather the sign of soft evidence.
    std::size_t length = 1;
    while (length < cursor.name_length(Extent::words) &&
           cursor.peek(length).kind != TokenKind::tilde)
        ++length;
    return length;
}

Token take_name(TokenCursor& cursor, const KnownNames& names, std::string_view what) {
    if (!may_be_name(cursor.peek())) throw_expected(what, cursor.peek());
    return cursor.take_joined(name_length(cursor, names));
}

VariableId variable_named(const KnownNames& names, const Token& token) {
    if (const auto id = names.find(token.text)) return *id;
    const std::string hint = hint_for_other_than_name(names, token.text);
    throw ParseError(
        "no variable '" + printable(token.text) + "'", place_of(token),
        hint.empty() ? did_you_mean(token.text, names_of(names.variables())) : hint);
}

VariableId discrete_variable_named(const BayesianNetwork& network, const Token& token) {
    const VariableId id = variable_named(network, token);
    if (network.variable(id).is_discrete()) return id;
    throw ParseError("'" + printable(token.text) + "' is continuous", place_of(token),
                     "queries speak of variables with states only");
}

std::size_t state_length(const TokenCursor& cursor, const Variable& variable) {
    const auto is_known = [&](std::string_view name) {
        return variable.find_state(name).has_value();
    };
    if (const std::size_t length = known_length(cursor, Extent::value, is_known)) return length;
    // An interval needs no quotes though it has a comma: [30,40).
    constexpr std::size_t most = 8;
    const bool bracket = cursor.at(TokenKind::open) || begins_number_list(cursor);
    for (std::size_t length = 2; bracket && length <= most; ++length)
        if (is_known(cursor.joined_text(length))) return length;
    return 0;
}

StateId take_state(TokenCursor& cursor, const Variable& variable) {
    if (const std::size_t length = state_length(cursor, variable)) {
        const StateId state = *variable.find_state(cursor.joined_text(length));
        cursor.skip(length);
        return state;
    }
    const Token& token = cursor.peek();
    if (may_be_name(token)) {
        if (const auto state = state_meant(variable.states(), token.text)) {
            cursor.take();
            return *state;
        }
        const Token name = cursor.joined(cursor.name_length(Extent::value));
        throw ParseError("variable '" + printable(variable.name()) + "' has no state '" +
                             printable(name.text) + "'",
                         place_of(name), state_hint(variable.states(), name.text));
    }
    throw_expected("a state of '" + printable(variable.name()) + "'", token,
                   hint_for_sign(token.kind));
}

}  // namespace pgm::detail
