#include <pgm/query/d_separation_statement.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/query/detail/name_lookup.hpp>
#include <pgm/query/detail/token.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

namespace pgm {

using namespace detail;

namespace {

/// Where the sign of independence stands in a text.
struct SignPlace {
    std::size_t at = 0;
    std::size_t length = 0;
};

/// The first sign outside quotes. It is looked for before the text is cut into words, because
/// A_||_B is meant to be three pieces.
SignPlace find_sign(std::string_view text) {
    constexpr std::array<std::string_view, 6> signs = {"_||_",   "_|_",    "\u22a5\u22a5",
                                                       "\u22a5", "\u27c2", "\u2aeb"};
    char quote = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (quote != 0) {
            if (c == quote) quote = 0;
            continue;
        }
        if (c == '\'' || c == '"') quote = c;
        for (const std::string_view sign : signs) {
            if (text.substr(at).starts_with(sign)) return {at, sign.size()};
        }
    }
    tokenize(text);  // a quote that is not closed hides the sign: that is then the error to report
    throw ParseError("no sign of independence in '" + printable(text) + "'",
                     {.column = static_cast<std::uint32_t>(text.size() + 1)},
                     "write A _||_ B or A, B _||_ C | D");
}

/// `taken`, sorted, are those that stand on the other side already.
std::vector<VariableId> take_names(TokenCursor& cursor, const BayesianNetwork& network,
                                   const std::vector<VariableId>& taken = {}) {
    std::vector<VariableId> names;
    do {
        const Token& token = take_name(cursor, "a variable");
        names.push_back(variable_named(network, token));
        if (std::binary_search(taken.begin(), taken.end(), names.back())) {
            throw ParseError("'" + printable(token.text) + "' stands on both sides",
                             place_of(token),
                             "nothing is independent of itself; name it on one side");
        }
    } while (cursor.take_if(TokenKind::comma));
    return names;
}

}  // namespace

DSeparationStatement parse_d_separation(const BayesianNetwork& network, std::string_view text) {
    const SignPlace sign = find_sign(text);
    const std::size_t behind = sign.at + sign.length;
    TokenCursor left(tokenize(text.substr(0, sign.at)));
    TokenCursor right(tokenize(text.substr(behind), behind + 1));

    DSeparationStatement statement;
    statement.left = take_names(left, network);
    left.expect(TokenKind::end, "',' or the sign of independence");
    std::vector<VariableId> taken = statement.left;
    std::sort(taken.begin(), taken.end());
    statement.right = take_names(right, network, taken);
    if (right.take_if(TokenKind::bar)) statement.given = take_names(right, network);
    right.expect(TokenKind::end,
                 statement.given.empty() ? "',', '|' or the end" : "',' or the end");
    return statement;
}

}  // namespace pgm
