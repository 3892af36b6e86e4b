#include <pgm/query/d_separation_statement.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/lexer.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/model/detail/name_lookup.hpp>

#include <algorithm>

namespace pgm {

using namespace detail;

namespace {

/// `taken`, sorted, are those that stand on the other side already.
std::vector<VariableId> take_names(TokenCursor& cursor, const KnownNames& known,
                                   const std::vector<VariableId>& taken = {}) {
    std::vector<VariableId> names;
    do {
        const Token token = take_name(cursor, known, "a variable");
        names.push_back(variable_named(known, token));
        if (std::binary_search(taken.begin(), taken.end(), names.back())) {
            throw ParseError("'" + printable(token.text) + "' stands on both sides",
                             place_of(token),
                             "nothing is independent of itself; name it on one side");
        }
    } while (cursor.take_if(TokenKind::comma));
    return names;
}

/// That there is one at all is said before anything else.
void require_sign(const TokenCursor& cursor, std::string_view text) {
    for (std::size_t ahead = 0; cursor.peek(ahead).kind != TokenKind::end; ++ahead) {
        if (cursor.peek(ahead).kind == TokenKind::independence) return;
    }
    throw ParseError("no sign of independence in '" + printable(text) + "'",
                     {.column = static_cast<std::uint32_t>(text.size() + 1)},
                     "write A _||_ B or A, B _||_ C | D");
}

/// The variables that are not on the left and not given.
std::vector<VariableId> others_than(const DSeparationStatement& statement,
                                    const KnownNames& known) {
    std::vector<VariableId> others;
    for (std::size_t v = 0; v < known.variables().size(); ++v) {
        const auto is_in = [&](const std::vector<VariableId>& side) {
            return std::ranges::find(side, VariableId(v)) != side.end();
        };
        if (!is_in(statement.left) && !is_in(statement.given)) others.emplace_back(v);
    }
    return others;
}

/// A `*`, which is each other variable.
bool take_each(TokenCursor& cursor) {
    const bool is_each = cursor.at(TokenKind::word) && cursor.peek().text == "*";
    if (is_each) cursor.take();
    return is_each;
}

DSeparationStatement parse(const KnownNames& known, std::string_view text) {
    TokenCursor cursor(text, Dialect::independence);
    require_sign(cursor, text);

    DSeparationStatement statement;
    statement.is_about_each = take_each(cursor);
    if (!statement.is_about_each) statement.left = take_names(cursor, known);
    cursor.expect(TokenKind::independence, "',' or the sign of independence");
    std::vector<VariableId> taken = statement.left;
    std::sort(taken.begin(), taken.end());
    if (statement.is_about_each) {
        statement.left = take_names(cursor, known);
    } else {
        statement.is_about_each = take_each(cursor);
        if (!statement.is_about_each) statement.right = take_names(cursor, known, taken);
    }
    if (cursor.take_if(TokenKind::bar)) statement.given = take_names(cursor, known);
    if (statement.is_about_each) statement.right = others_than(statement, known);
    std::string_view wanted = statement.is_about_each ? "'|' or the end" : "',', '|' or the end";
    if (!statement.given.empty()) wanted = "',' or the end";
    cursor.expect(TokenKind::end, wanted);
    return statement;
}

}  // namespace

DSeparationStatement parse_d_separation(const BayesianNetwork& network, std::string_view text) {
    return parse(network, text);
}

DSeparationStatement parse_d_separation(std::span<const Variable> variables,
                                        std::string_view text) {
    return parse(KnownNames(variables), text);
}

}  // namespace pgm
