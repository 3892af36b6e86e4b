#pragma once

#include <io/text/text_cursor.hpp>
#include <pgm/core/text/characters.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace pgm::io::detail {

/// A name or value of an ARFF file.
struct ArffWord {
    std::string_view text;  ///< valid until the next word is read
    bool quoted = false;
    std::size_t offset = 0;  ///< of its first byte

    bool is_missing() const { return !quoted && text == "?"; }
};

/// Reads the words of a piece of an ARFF file, line by line.
class ArffLexer {
public:
    /// `lines_before` is the number of lines of the file that come before the text.
    ArffLexer(std::string_view text, const std::string& name, std::size_t max_word_bytes,
              std::size_t lines_before = 0)
        : cursor_(text, name),
          max_word_bytes_(max_word_bytes),
          lines_before_(lines_before),
          is_utf8_(is_utf8(text)) {}

    /// Moves to the next line that is neither blank nor a comment. Returns false at the end of the
    /// text.
    bool next_line();
    /// Moves past blanks. Returns whether the line ends here or a comment begins.
    bool at_line_end();
    /// Reads the next word of the line; there must be one.
    ArffWord word();
    /// Moves past the next byte if it is `c`. Returns whether it was.
    bool take(char c);
    char peek() const { return cursor_.peek(); }
    void skip_line();
    std::size_t offset() const { return cursor_.offset(); }

    [[noreturn]] void fail(std::size_t offset, std::string message, std::string hint = {});
    [[noreturn]] void fail_too_large(std::size_t offset, std::string message);

private:
    ArffWord bare_word();
    ArffWord quoted_word();
    Location locate(std::size_t offset);

    TextCursor cursor_;
    std::size_t max_word_bytes_;
    std::size_t lines_before_;
    bool is_utf8_;  ///< whether the whole text is; otherwise each word is checked
    std::string unescaped_;
};

}  // namespace pgm::io::detail
