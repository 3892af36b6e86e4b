#include <pgm/query/detail/token.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/ascii.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace pgm::detail {
namespace {

struct Sign {
    std::string_view text;
    TokenKind kind;
};

/// Longer signs before their beginnings.
constexpr std::array signs = {
    Sign{"==", TokenKind::equal},
    Sign{"!=", TokenKind::not_equal},
    Sign{"<=", TokenKind::less_equal},
    Sign{">=", TokenKind::greater_equal},
    Sign{"&&", TokenKind::and_sign},
    Sign{"||", TokenKind::or_sign},
    Sign{"=", TokenKind::equal},
    Sign{"!", TokenKind::not_sign},
    Sign{"<", TokenKind::less},
    Sign{">", TokenKind::greater},
    Sign{"&", TokenKind::and_sign},
    Sign{"|", TokenKind::bar},
    Sign{"(", TokenKind::open},
    Sign{")", TokenKind::close},
    Sign{"{", TokenKind::open_brace},
    Sign{"}", TokenKind::close_brace},
    Sign{",", TokenKind::comma},
    Sign{"\u2227", TokenKind::and_sign},
    Sign{"\u2228", TokenKind::or_sign},
    Sign{"\u00ac", TokenKind::not_sign},
    Sign{"\u2260", TokenKind::not_equal},
    Sign{"\u2264", TokenKind::less_equal},
    Sign{"\u2265", TokenKind::greater_equal},
    Sign{"\u2208", TokenKind::in_sign},
    Sign{"\u2209", TokenKind::not_in_sign},
};

const Sign* sign_at(std::string_view text) {
    const auto found = std::find_if(signs.begin(), signs.end(),
                                    [&](const Sign& sign) { return text.starts_with(sign.text); });
    return found == signs.end() ? nullptr : &*found;
}

bool is_quote(char c) {
    return c == '\'' || c == '"';
}

std::size_t word_length(std::string_view text) {
    std::size_t length = 0;
    while (length < text.size() && !is_blank(text[length]) && !is_quote(text[length]) &&
           !is_control(text[length]) && !sign_at(text.substr(length)))
        ++length;
    return length;
}

[[noreturn]] void throw_unclosed_quote(char quote, std::size_t column) {
    throw ParseError("this quote is not closed", {.column = static_cast<std::uint32_t>(column)},
                     std::string("a quote inside a name is written twice, or the name put in ") +
                         (quote == '"' ? "'...'" : "\"...\""));
}

}  // namespace

std::vector<Token> tokenize(std::string_view text, std::size_t first_column) {
    std::vector<Token> tokens;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::string_view rest = text.substr(at);
        const std::size_t column = first_column + at;
        if (is_blank(rest.front())) {
            ++at;
        } else if (is_quote(rest.front())) {
            std::optional<std::string> inside = read_quoted(text, at);
            if (!inside) throw_unclosed_quote(rest.front(), column);
            tokens.push_back({TokenKind::quoted, std::move(*inside), column});
        } else if (const Sign* sign = sign_at(rest)) {
            tokens.push_back({sign->kind, std::string(sign->text), column});
            at += sign->text.size();
        } else if (const std::size_t length = word_length(rest)) {
            tokens.push_back({TokenKind::word, std::string(rest.substr(0, length)), column});
            at += length;
        } else {
            throw ParseError("a control character cannot stand in a query",
                             {.column = static_cast<std::uint32_t>(column)});
        }
    }
    tokens.push_back({TokenKind::end, {}, first_column + text.size()});
    return tokens;
}

bool is_keyword(const Token& token, std::string_view keyword) {
    return token.kind == TokenKind::word && token.text.size() == keyword.size() &&
           std::equal(keyword.begin(), keyword.end(), token.text.begin(),
                      [](char a, char b) { return a == ascii_lower(b); });
}

bool is_query_word(std::string_view name) {
    return !name.empty() && word_length(name) == name.size();
}

std::string described(const Token& token) {
    if (token.kind == TokenKind::end) return "the end";
    return "'" + printable(token.text) + "'";
}

bool TokenCursor::take_if(TokenKind kind) {
    if (!at(kind)) return false;
    take();
    return true;
}

const Token& TokenCursor::expect(TokenKind kind, std::string_view what, std::string_view hint) {
    if (at(kind)) return take();
    throw ParseError("expected " + std::string(what) + ", found " + described(peek()),
                     {.column = static_cast<std::uint32_t>(peek().column)}, std::string(hint));
}

}  // namespace pgm::detail
