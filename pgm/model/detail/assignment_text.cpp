#include <pgm/model/detail/assignment_text.hpp>

#include <pgm/core/text/lexer.hpp>
#include <pgm/core/text/name_text.hpp>

#include <utility>

namespace pgm::detail {
namespace {

/// The number of tokens of a list of numbers; 0 where a bracket belongs to a name.
std::size_t list_length(const TokenCursor& cursor) {
    if (!begins_number_list(cursor)) return 0;
    for (std::size_t length = 1;; ++length) {
        const Token& token = cursor.peek(length - 1);
        if (token.kind != TokenKind::word && token.kind != TokenKind::comma) return 0;
        if (token.text.ends_with(']')) return length;
    }
}

/// The numbers of a list; none of a text that is not one.
std::vector<double> numbers_of(const std::string& text) {
    TokenCursor cursor(text);
    try {
        return take_number_list(cursor);
    } catch (const ParseError&) {
        return {};
    }
}

NamedState take_pair(TokenCursor& cursor, bool intervention) {
    Token variable = cursor.take_name(Extent::words, "a variable");
    cursor.expect(TokenKind::equal, "'=' and a state after '" + printable(variable.text) + "'");
    std::vector<double> numbers;
    const std::size_t length = list_length(cursor);
    if (length > 0) numbers = numbers_of(cursor.joined(length).text);
    Token state =
        numbers.empty()
            ? cursor.take_name(Extent::value, "a state of '" + printable(variable.text) + "'")
            : cursor.take_joined(length);
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

}  // namespace pgm::detail
