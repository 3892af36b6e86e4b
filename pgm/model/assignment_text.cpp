#include <pgm/model/assignment_text.hpp>

#include <pgm/core/text/lexer.hpp>
#include <pgm/core/text/name_text.hpp>

#include <utility>

namespace pgm {
namespace {

/// The numbers of a list if one begins here; otherwise a bracket belongs to a name.
std::vector<double> numbers_at(TokenCursor cursor) {
    if (!begins_number_list(cursor)) return {};
    try {
        return take_number_list(cursor);
    } catch (const ParseError&) {
        return {};
    }
}

/// Takes a list up to its closing bracket, as it is written.
Token take_list(TokenCursor& cursor) {
    std::size_t length = 1;
    while (!cursor.peek(length - 1).text.ends_with(']')) ++length;
    return cursor.take_joined(length);
}

NamedState take_pair(TokenCursor& cursor, bool intervention) {
    Token variable = cursor.take_name(Extent::words, "a variable");
    cursor.expect(TokenKind::equal, "'=' and a state after '" + printable(variable.text) + "'");
    std::vector<double> numbers = numbers_at(cursor);
    Token state =
        numbers.empty()
            ? cursor.take_name(Extent::value, "a state of '" + printable(variable.text) + "'")
            : take_list(cursor);
    return {.variable = std::move(variable.text),
            .state = std::move(state.text),
            .intervention = intervention,
            .numbers = std::move(numbers),
            .variable_column = static_cast<std::uint32_t>(variable.column),
            .state_column = static_cast<std::uint32_t>(state.column)};
}

void take_item(TokenCursor& cursor, std::vector<NamedState>& items) {
    const bool intervention =
        is_keyword(cursor.peek(), "do") && cursor.peek(1).kind == TokenKind::open;
    if (!intervention) return items.push_back(take_pair(cursor, false));
    cursor.take_joined(2);
    do {
        items.push_back(take_pair(cursor, true));
    } while (cursor.take_if(TokenKind::comma));
    cursor.expect(TokenKind::close, "')' to close do(");
}

}  // namespace

std::vector<NamedState> parse_assignment(std::string_view text) {
    TokenCursor cursor(text);
    std::vector<NamedState> items;
    if (cursor.at(TokenKind::end)) return items;
    do {
        take_item(cursor, items);
    } while (cursor.take_if(TokenKind::comma));
    if (!cursor.at(TokenKind::end)) {
        cursor.fail_expected(
            "',' between two findings",
            "a name with signs, or with the words and, or, not, in, is put in quotes");
    }
    return items;
}

}  // namespace pgm
