#pragma once

#include <io/options/read_options.hpp>
#include <io/text/text_cursor.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace pgm::io::detail {

/// The words of a text of the UAI formats: what stands between blanks and line ends. '#' begins a
/// comment that ends with its line, as aGrUM writes them.
class UaiWords {
public:
    /// Throws like prepare_text(). The options must outlive the words.
    UaiWords(std::string_view text, const ReadOptions& options)
        : cursor_(prepare_text(text, options.name, options.limits), options.name) {}

    TextCursor& cursor() { return cursor_; }

    /// Moves to the next word; false at the end of the text.
    bool has_word();
    /// Takes the next word. Throws ParseError, "expected <what>, found the end of the text".
    std::string_view word(std::string_view what);
    /// The offset of the last word, in bytes.
    std::size_t place() const { return place_; }

    /// Takes a whole number. Throws ParseError for anything else.
    std::size_t integer(std::string_view what);
    /// Takes a number of things, each of which takes two bytes at least of the text that is left.
    /// Throws ParseError where there is no room for so many.
    std::size_t count(std::string_view what);
    /// Takes a decimal number. Throws ParseError for anything else.
    double number(std::string_view what);

    /// Throws ParseError at the last word.
    [[noreturn]] void fail(std::string message, std::string hint = {});

private:
    TextCursor cursor_;
    std::size_t place_ = 0;
};

/// Models of other kinds in files of this form, whose tables are no probabilities: "a structural
/// causal model"; empty for all other words.
std::string_view other_uai_kind(std::string_view first_word);

/// True for a text that goes on like a line of aGrUM behind a scope: "3 1 0 2   # name".
bool is_followed_by_name_of_agrum(UaiWords& words);

}  // namespace pgm::io::detail
