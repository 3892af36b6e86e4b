#pragma once

#include <io/text/detail/text_parts.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/limits.hpp>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// How the formats of blocks differ in their comments, marks and quotes.
struct BlockSyntax {
    std::string_view to_end_of_line;  ///< a comment begins so, "%" or "//"
    /// The second bytes of comments that end with the same two: "*" of /* ... */, and "#" of
    /// /# ... #/, which may stand within another.
    std::string_view block_comments = {};
    std::string_view marks = "{}()[]=;,|:*";  ///< all other bytes are part of words
    bool quotes_end_with_line = false;
};

/// A token of a text of blocks: a word, a text in quotes or a mark, { } ( ) [ ] = ; , | : *
struct BlockToken {
    enum class Kind : std::uint8_t { word, quoted, mark, end };

    Kind kind = Kind::end;
    std::string_view text;  ///< as in the file; of a quoted text what is between the quotes
    std::size_t offset = 0;

    bool is(char mark) const { return kind == Kind::mark && text[0] == mark; }
    bool is_word(std::string_view lower) const;  ///< letter case aside
    bool is_name() const { return kind == Kind::word || kind == Kind::quoted; }
};

/// Reads the texts of programs that write networks as blocks of `name = value;` in braces: Hugin,
/// GeNIe (DSL), Netica and Elvira, and BIF. They differ in their syntax and in what stands in the
/// blocks.
class BlockLexer {
public:
    BlockLexer(TextCursor& cursor, const BlockSyntax& syntax, const Limits& limits);

    TextCursor& cursor() { return cursor_; }
    /// The number of comments so far.
    std::size_t comments() const { return comment_count_; }

    /// The next token. Throws ParseError for a comment or a quoted text that does not end.
    BlockToken next();
    BlockToken peek();
    /// Goes back to a token that was seen before, by its offset.
    void back_to(std::size_t offset) {
        peeked_.reset();
        cursor_.seek(offset);
    }

    /// Takes the next token if it is this mark.
    bool take(char mark);
    /// Moves past the mark or throws ParseError: "expected ';' after the states, found 'x'".
    std::size_t expect(char mark, std::string_view where);
    /// The name that comes next, a word or a quoted text; throws ParseError if none does.
    WrittenName expect_name(std::string_view what);
    /// A name that brackets may follow without a blank: "Related(m1,p3)".
    WrittenName expect_name_with_brackets(std::string_view what);

    /// A quoted text with \" and \\ replaced, or a word as it is.
    static std::string text_of(const BlockToken& token);

    /// The tokens before the ';' that ends a value, one blank between them; takes the ';' too.
    /// Throws ParseError if the text or the block ends before.
    std::string value();
    /// The text of a value that is one text in quotes.
    std::string text_value();
    /// The numbers of a value, whatever brackets and commas are between them, and its ';'.
    /// Throws ParseError that begins with `what`. `lists` becomes the lists in brackets, in the
    /// order in which they begin. `absent` is a word, in small letters, for a number that is not
    /// there, which is NaN in the result.
    WrittenNumbers numbers(const std::string& what, std::vector<NumberList>* lists = nullptr,
                           std::string_view absent = {});
    /// Appends numbers to others, which must stand before.
    void append_numbers(const std::string& what, WrittenNumbers& found,
                        std::vector<NumberList>* lists = nullptr, std::string_view absent = {});
    /// The names of a value.
    std::vector<WrittenName> items(const std::string& what);
    /// The names of a list in parentheses or other brackets, blanks or commas between them. A name
    /// may be an interval without quotes, "[0;1.5[" or "(1.5;inf]".
    std::vector<WrittenName> names(std::string_view what, char open = '(', char close = ')');
    /// Everything up to the '}' of a block whose '{' was taken, and that.
    void skip_block();

    /// Throws ParseError: "expected a state, found 'x'".
    [[noreturn]] void fail_expected(std::string_view what, const BlockToken& found,
                                    std::string hint = {});

private:
    /// What a byte is to a lexer.
    enum class ByteKind : std::uint8_t { of_words, blank, mark, quote, may_begin_comment };

    ByteKind kind_of(char c) const { return kinds_[static_cast<unsigned char>(c)]; }
    bool skip_comment();
    bool begins_block_comment(std::string_view text) const;
    bool word_ends(const char* at) const;
    void skip_blanks();
    std::size_t end_of_nested_comment(std::size_t at) const;
    BlockToken quoted();
    std::optional<WrittenName> take_interval(const BlockToken& first);
    /// Follows brackets; returns whether a mark at depth 0 ends the value.
    void follow(const BlockToken& token, std::size_t& depth);
    template <class Use>
    void for_each_item(const Use& use);

    TextCursor& cursor_;
    BlockSyntax syntax_;
    const Limits& limits_;
    std::array<ByteKind, 256> kinds_{};
    std::optional<BlockToken> peeked_;
    std::size_t comment_count_ = 0, end_of_comments_ = 0;
};

/// Collects the lists in brackets of a value while its tokens are read.
class OpenLists {
public:
    explicit OpenLists(std::vector<NumberList>& lists) : lists_(lists) {}

    /// Takes a bracket that stands behind so many numbers; false for other tokens, and for one that
    /// closes no list.
    bool follow(const BlockToken& token, std::size_t numbers);

private:
    std::vector<NumberList>& lists_;
    std::vector<std::size_t> open_ = {};  ///< of `lists_`, the innermost last
};

/// True if a text begins with these words and marks, letter case and comments aside; the empty word
/// stands for any name.
bool begins_with_words(std::string_view first_bytes, const BlockSyntax& syntax,
                       std::initializer_list<std::string_view> words);

/// A text in quotes as the BlockLexer reads it.
std::string block_quoted(std::string_view text);

/// Words as a list, "(a, b)".
std::string block_list(const std::vector<std::string>& words);

/// The text that block_quoted() made this of, or null.
std::optional<std::string> block_unquoted(std::string_view quoted);

}  // namespace pgm::io::detail
