#include <io/arff/detail/arff_lexer.hpp>

#include <io/file/byte_source.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/characters.hpp>

#include <algorithm>

namespace pgm::io::detail {
namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\f' || c == '\v';
}

bool ends_word(char c) {
    return is_blank(c) || is_line_end(c) || c == ',' || c == '{' || c == '}';
}

char unescaped(char c) {
    return c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
}

}  // namespace

void ArffLexer::skip_line() {
    while (cursor_.left() > 0 && !is_line_end(cursor_.peek())) cursor_.skip();
}

bool ArffLexer::at_line_end() {
    while (is_blank(cursor_.peek())) cursor_.skip();
    if (cursor_.peek() == '%') skip_line();
    return cursor_.left() == 0 || is_line_end(cursor_.peek());
}

bool ArffLexer::next_line() {
    while (at_line_end()) {
        if (cursor_.left() == 0) return false;
        cursor_.skip();
    }
    return true;
}

bool ArffLexer::take(char c) {
    if (cursor_.peek() != c) return false;
    cursor_.skip();
    return true;
}

ArffWord ArffLexer::word() {
    const bool quoted = cursor_.peek() == '\'' || cursor_.peek() == '"';
    const ArffWord word = quoted ? quoted_word() : bare_word();
    if (!is_utf8_ && !is_utf8(word.text))
        fail(word.offset, shown(word.text) + " is not UTF-8", not_utf8_hint);
    return word;
}

ArffWord ArffLexer::bare_word() {
    const std::size_t begin = cursor_.offset();
    const char* const first = cursor_.at();
    while (cursor_.left() > 0 && !ends_word(cursor_.peek())) cursor_.skip();
    const std::string_view text(first, static_cast<std::size_t>(cursor_.at() - first));
    if (text.empty())
        fail(begin,
             cursor_.peek() == ',' ? "a value is missing before this comma"
                                   : "expected a name or a value",
             "a missing value is written ?");
    if (text.size() > max_word_bytes_)
        fail_too_large(
            begin, "a value of more than " + std::to_string(max_word_bytes_) + " bytes, the limit");
    return {text, false, begin};
}

ArffWord ArffLexer::quoted_word() {
    const std::size_t begin = cursor_.offset();
    const char quote = cursor_.peek();
    unescaped_.clear();
    for (cursor_.skip(); cursor_.peek() != quote; cursor_.skip()) {
        if (cursor_.left() == 0 || is_line_end(cursor_.peek()))
            fail(begin, "the quote that begins here is not closed in its line",
                 "a quote inside is written \\' or \\\"");
        if (cursor_.peek() == '\\' && cursor_.left() > 1 && !is_line_end(cursor_.peek(1))) {
            cursor_.skip();
            unescaped_ += unescaped(cursor_.peek());
        } else {
            unescaped_ += cursor_.peek();
        }
        if (unescaped_.size() > max_word_bytes_)
            fail_too_large(begin, "a value of more than " + std::to_string(max_word_bytes_) +
                                      " bytes, the limit");
    }
    cursor_.skip();
    if (cursor_.left() > 0 && !ends_word(cursor_.peek()) && cursor_.peek() != '%') {
        fail(cursor_.offset(), "a value continues after its closing quote",
             "a quote inside is written \\' or \\\"");
    }
    return {unescaped_, true, begin};
}

Location ArffLexer::locate(std::size_t offset) {
    Location location = cursor_.locate(offset);
    location.line = saturated(lines_before_ + location.line);
    return location;
}

void ArffLexer::fail(std::size_t offset, std::string message, std::string hint) {
    throw ParseError(std::move(message), locate(offset), std::move(hint));
}

void ArffLexer::fail_too_large(std::size_t offset, std::string message) {
    throw TooLargeError(std::move(message), locate(offset));
}

}  // namespace pgm::io::detail
