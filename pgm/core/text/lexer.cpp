#include <pgm/core/text/lexer.hpp>

#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace pgm {
namespace {

struct Sign {
    std::string_view text;
    TokenKind kind;
    std::optional<Dialect> only = std::nullopt;  ///< the only dialect that has it; default: all
};

/// A longer sign comes before a sign that it begins with.
constexpr std::array signs = {
    Sign{"_||_", TokenKind::independence, Dialect::independence},
    Sign{"_|_", TokenKind::independence, Dialect::independence},
    Sign{"<-", TokenKind::back_arrow, Dialect::structure},
    Sign{"\n", TokenKind::line_end, Dialect::structure},
    Sign{"->", TokenKind::arrow},
    Sign{"==", TokenKind::equal},
    Sign{"!=", TokenKind::not_equal},
    Sign{"<=", TokenKind::less_equal},
    Sign{">=", TokenKind::greater_equal},
    Sign{"&&", TokenKind::and_sign},
    Sign{"||", TokenKind::or_sign, Dialect::logic},
    Sign{"=", TokenKind::equal},
    Sign{"!", TokenKind::not_sign},
    Sign{"<", TokenKind::less},
    Sign{">", TokenKind::greater},
    Sign{"&", TokenKind::and_sign},
    Sign{"|", TokenKind::bar},
    Sign{"~", TokenKind::tilde, Dialect::logic},
    Sign{"(", TokenKind::open},
    Sign{")", TokenKind::close},
    Sign{"{", TokenKind::open_brace},
    Sign{"}", TokenKind::close_brace},
    Sign{",", TokenKind::comma},
    Sign{";", TokenKind::semicolon},
    Sign{"\u2227", TokenKind::and_sign},
    Sign{"\u2228", TokenKind::or_sign},
    Sign{"\u00ac", TokenKind::not_sign},
    Sign{"\u2260", TokenKind::not_equal},
    Sign{"\u2264", TokenKind::less_equal},
    Sign{"\u2265", TokenKind::greater_equal},
    Sign{"\u2208", TokenKind::in_sign},
    Sign{"\u2209", TokenKind::not_in_sign},
    Sign{"\u22a5\u22a5", TokenKind::independence},
    Sign{"\u22a5", TokenKind::independence},
    Sign{"\u27c2", TokenKind::independence},
    Sign{"\u2aeb", TokenKind::independence},
};

constexpr std::size_t dialects = 3;

/// For each dialect and first byte the first sign that begins with it; most bytes begin none.
constexpr auto first_signs = [] {
    std::array<std::array<std::uint8_t, 256>, dialects> first{};
    for (std::size_t dialect = 0; dialect < dialects; ++dialect) {
        first[dialect].fill(signs.size());
        for (std::size_t i = signs.size(); i-- > 0;)
            if (signs[i].only.value_or(Dialect(dialect)) == Dialect(dialect))
                first[dialect][static_cast<unsigned char>(signs[i].text.front())] =
                    static_cast<std::uint8_t>(i);
    }
    return first;
}();

const Sign* sign_at(std::string_view text, Dialect dialect) {
    const char byte = text.front();
    const std::size_t first =
        first_signs[static_cast<std::size_t>(dialect)][static_cast<unsigned char>(byte)];
    for (std::size_t i = first; i < signs.size(); ++i)
        if (signs[i].text.front() == byte && text.starts_with(signs[i].text) &&
            signs[i].only.value_or(dialect) == dialect)
            return &signs[i];
    return nullptr;
}

constexpr bool is_quote(char c) {
    return c == '\'' || c == '"';
}

/// For each dialect, which bytes may end a word: blanks, quotes, control characters, and what signs
/// begin with.
constexpr auto may_end_word = [] {
    std::array<std::array<bool, 256>, dialects> ends{};
    for (std::size_t dialect = 0; dialect < dialects; ++dialect)
        for (std::size_t byte = 0; byte < 256; ++byte) {
            const char c = static_cast<char>(byte);
            ends[dialect][byte] = is_blank(c) || is_quote(c) || is_control(c) ||
                                  first_signs[dialect][byte] < signs.size();
        }
    return ends;
}();

std::size_t word_length(std::string_view text, Dialect dialect) {
    const auto& may_end = may_end_word[static_cast<std::size_t>(dialect)];
    const auto& first_sign = first_signs[static_cast<std::size_t>(dialect)];
    std::size_t length = 0;
    for (; length < text.size(); ++length) {
        const auto byte = static_cast<unsigned char>(text[length]);
        if (!may_end[byte]) continue;
        // What begins a sign ends the word where that is there as a whole.
        if (first_sign[byte] == signs.size() || sign_at(text.substr(length), dialect)) break;
    }
    return length;
}

/// The quoted token at the beginning of `text`; null if its quote is not closed.
std::optional<Token> quoted_token(std::string_view text) {
    const char quote = text.front();
    Token token{.kind = TokenKind::quoted, .text = {}};
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i] != quote) {
            token.text += text[i];
        } else if (i + 1 < text.size() && text[i + 1] == quote) {
            token.text += text[i++];
        } else {
            token.length = i + 1;
            return token;
        }
    }
    return std::nullopt;
}

[[noreturn]] void throw_unclosed_quote(char quote, const Location& where) {
    throw ParseError("this quote is not closed", where,
                     std::string("a quote inside a name is written twice, or the name put in ") +
                         (quote == '"' ? "'...'" : "\"...\""));
}

/// The token at an offset that is not a blank.
Token token_at(std::string_view text, std::size_t offset, Dialect dialect) {
    const std::string_view rest = text.substr(offset);
    if (is_quote(rest.front())) {
        std::optional<Token> token = quoted_token(rest);
        if (!token) throw_unclosed_quote(rest.front(), location_in(text, offset, dialect));
        token->column = offset + 1;
        return *std::move(token);
    }
    if (const Sign* sign = sign_at(rest, dialect))
        return {sign->kind, std::string(sign->text), offset + 1, sign->text.size()};
    const std::size_t length = word_length(rest, dialect);
    if (length == 0)
        throw ParseError("a control character cannot stand here",
                         location_in(text, offset, dialect));
    return {TokenKind::word, std::string(rest.substr(0, length)), offset + 1, length};
}

bool is_comparison(TokenKind kind) {
    return kind == TokenKind::less || kind == TokenKind::less_equal || kind == TokenKind::greater ||
           kind == TokenKind::greater_equal;
}

/// The largest number of words and parentheses in an unquoted name. It bounds the work of finding
/// which part of a text is a known name.
constexpr std::size_t longest_name = 128;

}  // namespace

Location location_in(std::string_view text, std::size_t offset, Dialect dialect) {
    const bool has_lines = dialect == Dialect::structure && text.find('\n') != text.npos;
    if (!has_lines) return {.column = static_cast<std::uint32_t>(offset + 1)};
    const std::string_view before = text.substr(0, offset);
    const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
    return {.line = static_cast<std::uint32_t>(1 + std::ranges::count(before, '\n')),
            .column = static_cast<std::uint32_t>(offset - line_begin + 1)};
}

std::vector<Token> tokenize(std::string_view text, Dialect dialect) {
    std::vector<Token> tokens;
    constexpr std::size_t usual_bytes_per_token = 3;
    tokens.reserve(text.size() / usual_bytes_per_token + 2);
    std::size_t at = 0;
    while (at < text.size()) {
        const bool is_sign = text[at] == '\n' && dialect == Dialect::structure;
        if (is_blank(text[at]) && !is_sign) {
            ++at;
            continue;
        }
        tokens.push_back(token_at(text, at, dialect));
        at += tokens.back().length;
    }
    tokens.push_back({TokenKind::end, {}, text.size() + 1, 0});
    return tokens;
}

bool is_keyword(const Token& token, std::string_view keyword) {
    return token.kind == TokenKind::word && equals_ignoring_case(token.text, keyword);
}

bool is_reserved(const Token& token) {
    constexpr std::array<std::string_view, 4> reserved = {"and", "or", "not", "in"};
    constexpr std::size_t longest = 3;
    if (token.text.size() > longest) return false;
    return std::ranges::any_of(
        reserved, [&](std::string_view keyword) { return is_keyword(token, keyword); });
}

bool is_plain_word(std::string_view name) {
    if (name.empty() || name == "*" || name.ends_with(':') ||
        word_length(name, Dialect::logic) != name.size())
        return false;
    const Token word{TokenKind::word, std::string(name), 1, name.size()};
    return !is_reserved(word) && !is_keyword(word, "do");
}

std::string described(const Token& token) {
    if (token.kind == TokenKind::end) return "the end";
    if (token.kind == TokenKind::line_end) return "the end of the line";
    return "'" + printable(token.text) + "'";
}

bool TokenCursor::take_if(TokenKind kind) {
    if (!at(kind)) return false;
    take();
    return true;
}

const Token& TokenCursor::expect(TokenKind kind, std::string_view what, std::string_view hint) {
    if (at(kind)) return take();
    fail_expected(what, hint);
}

void TokenCursor::fail_expected(std::string_view what, std::string_view hint) const {
    throw ParseError("expected " + std::string(what) + ", found " + described(peek()),
                     location(peek()), std::string(hint));
}

Location TokenCursor::location(const Token& token) const {
    return location_in(source_, token.column - 1, dialect_);
}

std::size_t TokenCursor::name_length(Extent extent) const {
    if (at(TokenKind::quoted)) return 1;
    const auto touches = [&](std::size_t ahead) {
        return ahead > 0 && peek(ahead - 1).column + peek(ahead - 1).length == peek(ahead).column;
    };
    const bool has_keywords = extent == Extent::words || extent == Extent::value;
    std::size_t length = 0, words = 0, open = 0;
    for (; length < longest_name; ++length) {
        const Token& token = peek(length);
        const bool first = length == 0;
        if (token.kind == TokenKind::end || token.kind == TokenKind::comma) break;
        if (extent == Extent::list_item && token.kind != TokenKind::quoted) {
            ++words;
        } else if (token.kind == TokenKind::word || token.kind == TokenKind::tilde) {
            if (extent == Extent::one_word && open == 0 && !first && !touches(length)) break;
            const bool may_be_keyword = first && extent == Extent::value;
            if (has_keywords && is_reserved(token) && !may_be_keyword) break;
            ++words;
        } else if (token.kind == TokenKind::open &&
                   (first ? extent == Extent::value : touches(length))) {
            ++open;
        } else if (token.kind == TokenKind::close && open > 0) {
            --open;
        } else if (!(first && extent == Extent::value && is_comparison(token.kind))) {
            break;
        }
    }
    return words > 0 ? length : 0;
}

std::string_view TokenCursor::joined_text(std::size_t count) const {
    const Token &first = peek(), &last = peek(count - 1);
    if (count == 1) return first.text;
    return source_.substr(first.column - 1, last.column + last.length - first.column);
}

Token TokenCursor::joined(std::size_t count) const {
    if (count == 1) return peek();
    const std::string_view text = joined_text(count);
    return {TokenKind::word, std::string(text), peek().column, text.size()};
}

Token TokenCursor::take_joined(std::size_t count) {
    Token name = joined(count);
    skip(count);
    return name;
}

Token TokenCursor::take_name(Extent extent, std::string_view what) {
    const std::size_t length = name_length(extent);
    if (length == 0) fail_expected(what);
    return take_joined(length);
}

bool begins_number_list(const TokenCursor& cursor) {
    return cursor.at(TokenKind::word) && cursor.peek().text.starts_with('[');
}

std::vector<double> take_number_list(TokenCursor& cursor) {
    constexpr std::string_view list_hint =
        "one number per state, in their order: [0.9, 0.2]; a name with a bracket and a comma is "
        "put in quotes";
    std::vector<double> numbers;
    std::string_view opening = "[";  // in front of the first number, with a blank between or not
    for (;;) {
        Token token = cursor.peek();
        if (token.kind == TokenKind::word && token.text == opening) {
            cursor.take();
            token = cursor.peek();
        } else if (token.kind == TokenKind::word && token.text.starts_with(opening)) {
            token.text.erase(0, opening.size());
            token.column += opening.size();
        }
        opening = {};
        bool closed = token.kind == TokenKind::word && token.text.ends_with(']');
        if (closed) token.text.pop_back();
        const auto number = token.kind == TokenKind::word ? parse_number(token.text) : std::nullopt;
        if (!number)
            throw ParseError("expected a number, found " + described(cursor.peek()),
                             cursor.location(token), std::string(list_hint));
        numbers.push_back(*number);
        cursor.take();
        if (!closed && cursor.at(TokenKind::word) && cursor.peek().text == "]") {
            cursor.take();
            closed = true;
        }
        if (closed) return numbers;
        cursor.expect(TokenKind::comma, "',' or ']'", list_hint);
    }
}

std::vector<Token> parse_name_list(std::string_view text) {
    TokenCursor cursor(text);
    std::vector<Token> names;
    do {
        names.push_back(cursor.take_name(Extent::list_item, "a name"));
        if (names.back().text.empty())
            throw ParseError("a name is empty",
                             {.column = static_cast<std::uint32_t>(names.back().column)});
    } while (cursor.take_if(TokenKind::comma));
    if (!cursor.at(TokenKind::end)) cursor.fail_expected("','");
    return names;
}

}  // namespace pgm
