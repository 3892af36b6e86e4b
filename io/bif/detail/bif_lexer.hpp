#pragma once

#include <io/bif/detail/bif_name.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/text/characters.hpp>

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace pgm::io::detail {

/// One token of a BIF text.
///
///     word         names, states, keywords and numbers alike (io/bif/detail/bif_name.hpp)
///     quoted       "..." on one line
///     punctuation  one of { } ( ) , ; |, and of [ ] in a type
struct BifToken {
    enum class Kind { word, quoted, punctuation, end };

    Kind kind = Kind::end;
    std::size_t offset = 0;
    std::string_view text;  ///< of a quoted token, what is between the quotes, with escapes

    bool is(char punctuation) const {
        return kind == Kind::punctuation && text.front() == punctuation;
    }
    bool is_name() const { return kind == Kind::word || kind == Kind::quoted; }
    /// True if the token is this keyword, letter case aside. Words are keywords only where the
    /// grammar expects one, so a state may be called `table`.
    bool is_keyword(std::string_view keyword) const {
        return kind == Kind::word && text.size() == keyword.size() &&
               (text == keyword || equals_ignoring_case(text, keyword));
    }
};

/// Splits a BIF text into tokens. Blanks and comments (`//` to the end of the line, `/* */`) may
/// separate any two.
class BifLexer {
public:
    explicit BifLexer(TextCursor& cursor) : cursor_(&cursor) {}

    TextCursor& cursor() { return *cursor_; }
    /// The number of comments so far, each once.
    std::size_t comments() const { return comment_count_; }

    void skip_space() {
        const char* const end = cursor_->end();
        do {
            const char* at = cursor_->at();
            while (at != end && is_bif_blank(*at)) ++at;
            cursor_->move_to(at);
        } while (cursor_->peek() == '/' && skip_comment());
    }

    BifToken next();
    BifToken peek();
    /// The next token of a type, where brackets are marks of their own: `discrete[2]`.
    BifToken next_in_type();
    /// Moves past the punctuation mark if it comes next. Returns whether it did.
    bool accept(char punctuation) {
        skip_space();
        if (cursor_->peek() != punctuation) return false;
        cursor_->skip();
        return true;
    }
    /// Moves past the `;` at the end of a statement. If it is missing, what follows has ended the
    /// statement, and the offset is recorded.
    void end_statement() {
        const std::size_t offset = cursor_->offset();
        if (!accept(';')) miss_semicolon(offset);
    }
    /// Records the offset of a missing `;`.
    void miss_semicolon(std::size_t offset) {
        if (missing_semicolons_.size() < most_missing_kept) missing_semicolons_.push_back(offset);
        ++missing_semicolon_count_;
    }
    /// The offsets of the first missing `;`, and how many there are in all.
    const std::vector<std::size_t>& missing_semicolons() const { return missing_semicolons_; }
    std::size_t missing_semicolon_count() const { return missing_semicolon_count_; }

    /// Moves past exactly this text if it comes next. Returns whether it did.
    bool skip_text(std::string_view text) {
        if (!std::string_view(cursor_->at(), cursor_->left()).starts_with(text)) return false;
        cursor_->skip(text.size());
        return true;
    }
    /// Moves past the punctuation mark, or fails with "expected ';' after the states of 'x', found
    /// 'y'". `where` is a text, or a function that composes one when it is needed.
    template <class Text>
    void expect(char punctuation, const Text& where) {
        if (!accept(punctuation))
            fail_expected(std::string("'") + punctuation + "' " + composed(where), peek());
    }
    /// Returns the next token, a word or quoted text, or fails with "expected <what>, found ...".
    template <class Text>
    BifToken expect_name(const Text& what) {
        return name_or_failure(next(), what);
    }
    template <class Text>
    BifToken expect_name_in_type(const Text& what) {
        return name_or_failure(next_in_type(), what);
    }
    /// The name that a token spells. Fails when it is not UTF-8 or contains control characters.
    std::string name_of(const BifToken& token);

    /// Reads the text after the keyword `property` up to the `;` that ends it. The text may have
    /// several lines and contain anything but a `;` outside quotes or an unmatched `}`. If the `;`
    /// is missing, the text ends with the line before one that begins like a statement. A property
    /// that is one quoted text is returned without its quotes and escapes.
    std::string property();

    /// Moves past the `{` after the head of a block if the head has only words and punctuation.
    /// Otherwise does not move and returns false.
    bool skip_plain_head();
    /// Moves past the `}` that closes a block whose `{` was just read, without reading its
    /// statements. Returns false if the text ends before it.
    bool skip_block();

    /// Fails at a token: "expected <what>, found <token>".
    [[noreturn]] void fail_expected(const std::string& what, const BifToken& found,
                                    std::string hint = {});

private:
    template <class Text>
    static std::string composed(const Text& text) {
        if constexpr (std::is_invocable_v<const Text&>) {
            return text();
        } else {
            return text;
        }
    }

    template <class Text>
    BifToken name_or_failure(const BifToken& token, const Text& what) {
        if (!token.is_name()) fail_expected(composed(what), token);
        return token;
    }

    static constexpr std::size_t most_missing_kept = 3;

    bool skip_comment();
    void count_comment(std::size_t offset);
    BifToken quoted();
    std::string_view property_text();
    bool statement_begins() const;
    void skip_quoted_part_of_property();

    TextCursor* cursor_;
    std::vector<std::size_t> missing_semicolons_;  ///< offsets
    std::size_t missing_semicolon_count_ = 0;
    std::size_t comment_count_ = 0, end_of_comments_ = 0;
};

}  // namespace pgm::io::detail
