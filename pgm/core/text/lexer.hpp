#pragma once

#include <pgm/core/error.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pgm {

/// The kinds of tokens of the lexer, which reads all texts that people type: queries, evidence,
/// keys of table rows, structures, statements of independence, class priors, cut points and lists
/// of names.
///
/// A *word* is a run of any characters but blanks, control characters, quotes and signs. The signs
/// are ( ) { } , ; = ! < > & | ~ and what begins with one of them, the arrow ->, and ¬ ∧ ∨ ≠ ≤ ≥ ∈
/// ∉ ⊥ ⟂ ⫫. So smoke, 20-30, 40.5+, v0:40.5- and größe are words. Any other name is written in
/// '...' or "...", where the quote itself is doubled: '<5', "it's", 'it''s'. quoted_if_needed()
/// (name_text.hpp) writes any name in this form, and every grammar reads it.
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
    tilde,
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

/// The kind of a text. Words and quotes are the same in all of them; some kinds have additional
/// signs.
enum class Dialect : std::uint8_t {
    logic,         ///< queries, evidence, lists
    structure,     ///< also <- and line ends; || means | twice
    independence,  ///< also _||_ and _|_
};

/// One token of a text.
struct Token {
    TokenKind kind = TokenKind::end;
    std::string text;        ///< as written; of a quoted token, what is inside the quotes
    std::size_t column = 1;  ///< of its first byte, from 1
    std::size_t length = 0;  ///< bytes in the text, quotes included
};

/// Splits a text into tokens; the last one is always `end`. Throws ParseError for a quote that is
/// not closed and for control characters.
std::vector<Token> tokenize(std::string_view text, Dialect dialect = Dialect::logic);

/// The location of a byte, for errors. Only structures of several lines have lines.
Location location_in(std::string_view text, std::size_t offset, Dialect dialect);

/// True if the token is the unquoted word `keyword` (in small letters), letter case aside.
bool is_keyword(const Token& token, std::string_view keyword);

/// True if the token is one of the keywords that join conditions: and, or, not, in.
bool is_reserved(const Token& token);

/// True if a text is exactly one word that is neither a keyword nor `*`, and no colon ends it (one
/// that does begins the numbers of a row).
bool is_plain_word(std::string_view name);

/// A token as an error message names it: "'Rain'" or "the end".
std::string described(const Token& token);

/// The characters that an unquoted name may consist of.
///
/// | extent    | takes                                                      | for example      |
/// |-----------|------------------------------------------------------------|------------------|
/// | one_word  | a word; parentheses that directly follow it belong to it   | f(x)             |
/// | words     | several with blanks between, none of them and, or, not, in | lower body       |
/// | value     | the same; it may also begin with a sign of comparison,     | <5, >= 60, (1-2] |
/// |           | a parenthesis or one of those keywords                     |                  |
/// | list_item | everything up to the next comma                            | R&D, sick in bed |
enum class Extent : std::uint8_t { one_word, words, value, list_item };

/// Reads the tokens of a text one after the other. It never moves past the last token, `end`. The
/// text must outlive the cursor.
class TokenCursor {
public:
    explicit TokenCursor(std::string_view text, Dialect dialect = Dialect::logic)
        : source_(text), dialect_(dialect), tokens_(tokenize(text, dialect)) {}

    const Token& peek(std::size_t ahead = 0) const {
        return tokens_[at_ + ahead < tokens_.size() ? at_ + ahead : tokens_.size() - 1];
    }
    bool at(TokenKind kind) const { return peek().kind == kind; }

    /// Returns the current token and moves on.
    const Token& take() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }
    /// Moves on if the current token is of this kind. Returns whether it was.
    bool take_if(TokenKind kind);
    /// Returns the current token and moves on. Throws ParseError "expected <what>, found <token>"
    /// if it is of another kind.
    const Token& expect(TokenKind kind, std::string_view what, std::string_view hint = {});
    /// Throws this error.
    [[noreturn]] void fail_expected(std::string_view what, std::string_view hint = {}) const;
    /// The column of a token; in a structure of several lines, its line and column.
    Location location(const Token& token) const;

    /// The largest number of tokens that a name beginning here may have; 0 if no name begins here.
    /// A quoted name is one token.
    std::size_t name_length(Extent extent) const;
    /// The name that the next `count` tokens are together, with the text between them.
    std::string_view joined_text(std::size_t count) const;
    /// These tokens as one token.
    Token joined(std::size_t count) const;
    /// These tokens as one token; moves on past them.
    Token take_joined(std::size_t count);
    /// Moves on past so many tokens of a name.
    void skip(std::size_t count) { at_ += count; }
    /// Returns the whole name that begins here and moves on. Throws ParseError "expected <what>,
    /// found <token>" if none does.
    Token take_name(Extent extent, std::string_view what);

private:
    std::string_view source_;
    Dialect dialect_;
    std::vector<Token> tokens_;
    std::size_t at_ = 0;
};

/// True where a list of numbers in brackets begins: "[0.9, 0.2]". Brackets are no signs, for they
/// occur in names.
bool begins_number_list(const TokenCursor& cursor);

/// Takes such a list. Throws ParseError with the column.
std::vector<double> take_number_list(TokenCursor& cursor);

/// Reads names separated by commas, at least one: "a, b c, 'd, too'". Throws ParseError with the
/// column.
std::vector<Token> parse_name_list(std::string_view text);

}  // namespace pgm
