#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::detail {

enum class TokenKind : std::uint8_t {
    word,    ///< a plain word: a name, a state, a number or a keyword
    quoted,  ///< text that stood in quotes: a name or a state, never a keyword
    open,
    close,
    open_brace,
    close_brace,
    comma,
    bar,
    and_sign,
    or_sign,
    not_sign,
    in_sign,
    not_in_sign,
    equal,
    not_equal,
    less,
    less_equal,
    greater,
    greater_equal,
    end,  ///< behind the last character
};

/// One piece of a query.
struct Token {
    TokenKind kind = TokenKind::end;
    /// Of a word or a quoted text without its quotes; of a sign as it was written.
    std::string text;
    std::size_t column = 1;  ///< of its first byte, from 1
};

/// Cuts a query into its pieces; the rules for words and quotes are in pgm/query/parse.hpp. The
/// last token is always `end`. `first_column` is the column of the first byte, for a text that is
/// part of a longer one. Throws ParseError for a quote that is not closed and for control
/// characters.
std::vector<Token> tokenize(std::string_view text, std::size_t first_column = 1);

/// Whether the token is the word `keyword` (given in small letters), in capitals or not, and
/// unquoted.
bool is_keyword(const Token& token, std::string_view keyword);

/// Whether a name would be read as one word. More generous than is_plain_word() of
/// pgm/core/text/name_text.hpp: v0:40.5- is a word of a query.
bool is_query_word(std::string_view name);

/// "'Rain'" or "the end": a token as an error message names it.
std::string described(const Token& token);

/// The tokens of a text one after the other. Never runs past the end: the last token is `end` and
/// stays.
class TokenCursor {
public:
    explicit TokenCursor(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

    const Token& peek() const { return tokens_[at_]; }
    const Token& peek_second() const { return tokens_[at_ + 1 < tokens_.size() ? at_ + 1 : at_]; }
    bool at(TokenKind kind) const { return peek().kind == kind; }

    /// The present token, and moves on.
    const Token& take() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }
    /// Moves on when the present token is of that kind.
    bool take_if(TokenKind kind);
    /// The present token, which must be of that kind; otherwise ParseError "expected <what>, found
    /// <token>".
    const Token& expect(TokenKind kind, std::string_view what, std::string_view hint = {});

private:
    std::vector<Token> tokens_;
    std::size_t at_ = 0;
};

}  // namespace pgm::detail
