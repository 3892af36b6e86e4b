#pragma once

#include <pgm/core/error.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pgm {

/// The one lexer of all texts that people type: queries, evidence, keys of table rows, structures,
/// statements of independence, class priors, cut points, lists of names.
///
/// A *word* is a run of any characters but blanks, control characters, quotes and signs. The signs
/// are ( ) { } , ; = ! < > & | and what begins with one of them, the arrow ->, and ¬ ∧ ∨ ≠ ≤ ≥ ∈ ∉
/// ⊥ ⟂ ⫫. So smoke, 20-30, 40.5+, v0:40.5- and größe are words. Everything else stands in '...' or
/// "...", where the quote itself is written twice: '<5', "it's", 'it''s'. quoted_if_needed()
/// (name_text.hpp) writes any name in this form, and every grammar reads it back.
enum class TokenKind : std::uint8_t {
    word,    ///< a name, a state, a number or a keyword
    quoted,  ///< text that stood in quotes: a name or a state, never a keyword
    open,
    close,
    open_brace,
    close_brace,
    comma,
    semicolon,
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
    arrow,
    back_arrow,
    independence,
    line_end,
    end,  ///< after the last character
};

/// What a text is about. The words and quotes are always the same; some texts have more signs.
enum class Dialect : std::uint8_t {
    logic,         ///< queries, evidence, lists
    structure,     ///< also <-, and a line end is a sign; || is | twice
    independence,  ///< also _||_ and _|_
};

/// One piece of a text.
struct Token {
    TokenKind kind = TokenKind::end;
    std::string text;        ///< of a quoted text its contents, otherwise what was written
    std::size_t column = 1;  ///< of its first byte, from 1
    std::size_t length = 0;  ///< bytes in the text, quotes included
};

/// Cuts a text into its pieces; the last one is always `end`. Throws ParseError for a quote that is
/// not closed and for control characters.
std::vector<Token> tokenize(std::string_view text, Dialect dialect = Dialect::logic);

/// Whether the token is the word `keyword` (given in small letters), in capitals or not, and
/// unquoted.
bool is_keyword(const Token& token, std::string_view keyword);

/// Whether the token is one of the keywords that join conditions: and, or, not, in.
bool is_reserved(const Token& token);

/// Whether a text is read as exactly one word that is no keyword and not `*`.
bool is_plain_word(std::string_view name);

/// "'Rain'" or "the end": a token as an error message names it.
std::string described(const Token& token);

/// How far a name that is not quoted may reach.
///
/// | extent    | takes                                                      | for example      |
/// |-----------|------------------------------------------------------------|------------------|
/// | one_word  | a word; parentheses that directly follow it belong to it   | f(x)             |
/// | words     | several with blanks between, none of them and, or, not, in | lower body       |
/// | value     | the same; it may also begin with a sign of comparison,     | <5, >= 60, (1-2] |
/// |           | a parenthesis or one of those keywords                     |                  |
/// | list_item | everything up to the next comma                            | R&D, sick in bed |
enum class Extent : std::uint8_t { one_word, words, value, list_item };

/// The tokens of a text one after the other. Never runs past the end: the last token is `end` and
/// stays. The text must outlive the cursor.
class TokenCursor {
public:
    explicit TokenCursor(std::string_view text, Dialect dialect = Dialect::logic)
        : source_(text), dialect_(dialect), tokens_(tokenize(text, dialect)) {}

    const Token& peek(std::size_t ahead = 0) const {
        return tokens_[at_ + ahead < tokens_.size() ? at_ + ahead : tokens_.size() - 1];
    }
    bool at(TokenKind kind) const { return peek().kind == kind; }

    /// The present token, and moves on.
    const Token& take() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }
    /// Moves on when the present token is of that kind.
    bool take_if(TokenKind kind);
    /// The present token, which must be of that kind; otherwise ParseError "expected <what>, found
    /// <token>".
    const Token& expect(TokenKind kind, std::string_view what, std::string_view hint = {});
    /// That error.
    [[noreturn]] void fail_expected(std::string_view what, std::string_view hint = {}) const;
    /// Where a token of this text stands: its column; of a structure of several lines the line and
    /// the column in it.
    Location location(const Token& token) const;

    /// How many tokens the name that begins here has at most; 0 where none begins. A quoted name is
    /// one token.
    std::size_t name_length(Extent extent) const;
    /// The next `count` tokens as one name: the contents of a quoted one, otherwise what stands in
    /// the text from the first to the last.
    Token joined(std::size_t count) const;
    /// The same, and moves on past them.
    Token take_joined(std::size_t count);
    /// The whole name that begins here; ParseError "expected <what>, found <token>" where none
    /// does.
    Token take_name(Extent extent, std::string_view what);

private:
    std::string_view source_;
    Dialect dialect_;
    std::vector<Token> tokens_;
    std::size_t at_ = 0;
};

/// "a, b c, 'd, too'": names between commas, at least one. Throws ParseError with the column.
std::vector<Token> parse_name_list(std::string_view text);

}  // namespace pgm
