#pragma once

#include <io/text/text_cursor.hpp>
#include <pgm/core/text/utf8.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace pgm::io::detail {

/// A name or value of an ARFF file.
struct ArffWord {
    std::string_view text;  ///< lives until the next word is read, or as long as the file's text
    bool quoted = false;
    std::size_t offset = 0;  ///< of its first byte

    bool is_missing() const { return !quoted && text == "?"; }
};

/// The words of an ARFF file, line by line.
class ArffLexer {
public:
    ArffLexer(std::string_view text, const std::string& name, std::size_t max_word_bytes)
        : cursor_(text, name), max_word_bytes_(max_word_bytes), is_utf8_(is_utf8(text)) {}

    /// Moves to the next line that has something but blanks and a comment; false at the end of the
    /// text.
    bool next_line();
    /// Moves past blanks; true when the line is over, be it by a comment.
    bool at_line_end();
    /// The next word of the line, which must not be over.
    ArffWord word();
    /// The next byte, if it is this one, is taken.
    bool take(char c);
    char peek() const { return cursor_.peek(); }
    void skip_line();
    std::size_t offset() const { return cursor_.offset(); }

    [[noreturn]] void fail(std::size_t offset, std::string message, std::string hint = {}) {
        cursor_.fail(offset, std::move(message), std::move(hint));
    }
    [[noreturn]] void fail_too_large(std::size_t offset, std::string message);

private:
    ArffWord bare_word();
    ArffWord quoted_word();

    TextCursor cursor_;
    std::size_t max_word_bytes_;
    bool is_utf8_;  ///< the whole text; else its comments may be anything, its words may not
    std::string unescaped_;
};

/// Whether two words are the same but for the case of their letters. `lower` is in lower case.
bool is_keyword(std::string_view word, std::string_view lower);

}  // namespace pgm::io::detail
