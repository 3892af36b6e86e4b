#pragma once

#include <io/text/detail/text_parts.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/limits.hpp>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// The kinds of comments that a format has.
struct CommentStyle {
    std::string_view to_end_of_line;  ///< "%" or "//"; a comment begins with one of these bytes
    bool has_blocks = false;          ///< /* ... */, and /# ... #/, which may stand within another
};

/// A token of a text of blocks: a word, a text in quotes or one of { } ( ) [ ] = ; , | : *
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
/// GeNIe (DSL), Netica and Elvira. They differ in their comments and in what stands in the blocks.
class BlockLexer {
public:
    BlockLexer(TextCursor& cursor, CommentStyle comments, const Limits& limits)
        : cursor_(cursor), comments_(comments), limits_(limits) {}

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
    FileName expect_name(std::string_view what);
    /// A name that brackets may follow without a blank: "Related(m1,p3)".
    FileName expect_name_with_brackets(std::string_view what);

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
    FileNumbers numbers(const std::string& what, std::vector<NumberList>* lists = nullptr,
                        std::string_view absent = {});
    /// Appends numbers to others, which must stand before.
    void append_numbers(const std::string& what, FileNumbers& found,
                        std::vector<NumberList>* lists = nullptr, std::string_view absent = {});
    /// The names of a value.
    std::vector<FileName> items(const std::string& what);
    /// The names of a list in parentheses or other brackets, blanks or commas between them. A name
    /// may be an interval without quotes, "[0;1.5[" or "(1.5;inf]".
    std::vector<FileName> names(std::string_view what, char open = '(', char close = ')');
    /// Everything up to the '}' of a block whose '{' was taken, and that.
    void skip_block();

    [[noreturn]] void fail_expected(std::string_view what, const BlockToken& found);

private:
    bool skip_comment();
    bool word_ends(std::size_t length) const;
    void skip_blanks();
    std::size_t end_of_nested_comment(std::size_t at) const;
    BlockToken quoted();
    std::optional<FileName> take_interval(const BlockToken& first);
    /// Follows brackets; returns whether a mark at depth 0 ends the value.
    void follow(const BlockToken& token, std::size_t& depth);
    template <class Use>
    void for_each_item(const Use& use);

    TextCursor& cursor_;
    CommentStyle comments_;
    const Limits& limits_;
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
bool begins_with_words(std::string_view first_bytes, CommentStyle comments,
                       std::initializer_list<std::string_view> words);

/// A text in quotes as the BlockLexer reads it.
std::string block_quoted(std::string_view text);

/// Words as a list, "(a, b)".
std::string block_list(const std::vector<std::string>& words);

/// The text that block_quoted() made this of, or null.
std::optional<std::string> block_unquoted(std::string_view quoted);

}  // namespace pgm::io::detail
